import { Failure, runMain } from './lib/failure.mjs'
import { inRoot, root } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { nodeBinary } from './setup/node.mjs'
import { setup } from './setup.mjs'

/** All generated files: the registries, the settings in the README, the map. */
const generators = [
  ['scripts/generate/files.mjs'],
  ['server/settings-table.ts'],
  ['scripts/map.mjs', '--write'],
]

runMain(async () => {
  await setup()
  for (const [script, ...args] of generators) {
    const { code, output } = await run(nodeBinary, [inRoot(script), ...args], { cwd: root })
    if (code !== 0) throw new Failure(output)
  }
})
