import { buildConsole } from './build-console.mjs'
import { runMain } from './lib/failure.mjs'
import { inRoot, root } from './lib/paths.mjs'
import { serverArgs } from './lib/server.mjs'
import { supervise } from './lib/supervise.mjs'
import { nodeBinary } from './setup/node.mjs'
import { setup } from './setup.mjs'

runMain(async () => {
  await setup()
  await buildConsole()
  const port = Number(process.env.PORT || 4000)
  const host = process.env.HOST || '127.0.0.1'
  const args = process.argv.slice(2)
  const server = {
    command: nodeBinary,
    args: ['--watch', '--watch-preserve-output', ...serverArgs, ...args],
    cwd: root,
  }
  const vite = {
    command: nodeBinary,
    args: [
      inRoot('node_modules/vite/bin/vite.js'),
      '--port',
      String(port + 1),
      '--strictPort',
      '--host',
      host,
    ],
    cwd: inRoot('console'),
    env: { KINORA_API: `http://${host}:${port}` },
  }
  process.exit(await supervise([server, vite]))
})
