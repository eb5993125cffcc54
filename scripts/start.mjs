import { buildConsole } from './build-console.mjs'
import { runMain } from './lib/failure.mjs'
import { root } from './lib/paths.mjs'
import { serverArgs } from './lib/server.mjs'
import { supervise } from './lib/supervise.mjs'
import { nodeBinary } from './setup/node.mjs'
import { setup } from './setup.mjs'

runMain(async () => {
  await setup()
  await buildConsole()
  const args = [...serverArgs, ...process.argv.slice(2)]
  process.exit(await supervise([{ command: nodeBinary, args, cwd: root }]))
})
