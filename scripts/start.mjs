import { buildConsole } from './build-console.mjs'
import { runMain } from './lib/failure.mjs'
import { inRoot, root } from './lib/paths.mjs'
import { supervise } from './lib/supervise.mjs'
import { nodeBinary } from './setup/node.mjs'
import { setup } from './setup.mjs'

runMain(async () => {
  await setup()
  await buildConsole()
  const server = inRoot('server/src/main.ts')
  const roles = process.argv.slice(2)
  process.exit(await supervise([{ command: nodeBinary, args: [server].concat(roles), cwd: root }]))
})
