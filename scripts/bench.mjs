import { accessSync, constants } from 'node:fs'
import { buildConsole } from './build-console.mjs'
import { runMain } from './lib/failure.mjs'
import { inRoot, root } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { nodeBinary } from './setup/node.mjs'
import { findChromium } from './setup/programs.mjs'
import { setup } from './setup.mjs'

const nginxPaths = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx']

/** Compares the product with the plain tools it is made of: `npm run bench`, or `npm run bench -- --quick`. */
runMain(async () => {
  await setup()
  await buildConsole()
  const nginx = nginxPaths.find(isExecutable)
  if (!nginx)
    console.log('Skipping comparisons with nginx, which is not installed (apt-get install nginx-light).')
  const chromium = findChromium()
  if (!chromium) console.log('Skipping the latency of live streams: there is no Chromium.')
  const env = { NGINX_PATH: nginx || '', ...(chromium && { CHROMIUM_PATH: chromium }) }
  const args = [inRoot('bench/main.ts'), ...process.argv.slice(2)]
  const { code } = await run(nodeBinary, args, { cwd: root, env, show: true })
  process.exitCode = code
})

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
