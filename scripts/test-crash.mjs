import { runMain } from './lib/failure.mjs'
import { inRoot, root } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { nodeBinary } from './setup/node.mjs'
import { setup } from './setup.mjs'

/** Kills processes of Kinora and its database repeatedly while they work. Takes about twenty minutes. */
runMain(async () => {
  await setup()
  const vitest = inRoot('node_modules/vitest/vitest.mjs')
  const { code } = await run(nodeBinary, [vitest, 'run', '--project', 'crash'], {
    cwd: root,
    env: { KINORA_TEST_CHAOS: 'true' },
    show: true,
  })
  process.exitCode = code
})
