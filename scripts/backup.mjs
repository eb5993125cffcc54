import path from 'node:path'
import { Failure, runMain } from './lib/failure.mjs'
import { inRoot, root } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { nodeBinary } from './setup/node.mjs'
import { setup } from './setup.mjs'

/** Makes or restores a backup of the data directory: `npm run backup -- FOLDER`, `npm run restore -- FOLDER`. */
runMain(async () => {
  const [command, folder] = process.argv.slice(2)
  if (!folder) throw new Failure(`Name a folder: npm run ${command} -- FOLDER`)
  await setup()
  const args = [inRoot('server/src/backup/backup-main.ts'), command, path.resolve(folder)]
  const { code } = await run(nodeBinary, args, { cwd: root, show: true })
  process.exitCode = code
})
