import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { installCeph, startCeph } from './lib/ceph.mjs'
import { Failure, runMain } from './lib/failure.mjs'
import { inRoot, root } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { nodeBinary } from './setup/node.mjs'
import { setup } from './setup.mjs'

/** Tests that use the storage and never access its disk directly. */
const tests = [
  'platform/storage/conformance',
  'areas/delivery/playback/delivery',
  'areas/delivery/playback/signed',
  'areas/library/downloads/mp4',
  'areas/library/main-road',
  'areas/library/ingest/attacks',
  'areas/library/audio/audio-tracks',
  'areas/library/subtitles/embedded-texts',
  'areas/library/downloads/download-links',
  'areas/library/imports/imports',
  'areas/library/trash/trash',
].map((name) => `src/${name}.test.ts`)
/** `KINORA_CHAOS_SECONDS` and `KINORA_CHAOS_UPLOADS` make it longer. */
const fleet = 'src/fleet.chaos.test.ts'

/** Runs them with a real object store: Ceph, in memory and on loopback. */
runMain(async () => {
  if (process.platform !== 'linux' || process.getuid() !== 0) {
    throw new Failure('This requires root on Debian: it installs and starts Ceph (about 170 MB).')
  }
  const missing = tests.concat(fleet).filter((file) => !existsSync(inRoot(`server/${file}`)))
  if (missing.length > 0) throw new Failure(`scripts/test-s3.mjs names missing tests: ${missing.join(', ')}`)
  await setup()
  await installCeph()
  const folder = mkdtempSync(path.join(tmpdir(), 'kinora-ceph-'))
  try {
    process.exitCode = await testWithCeph(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

async function testWithCeph(folder) {
  const { endpoint, bucket, key, secret, stop } = await startCeph(folder)
  try {
    const vitest = inRoot('node_modules/vitest/vitest.mjs')
    const env = {
      KINORA_TEST_S3_ENDPOINT: endpoint,
      KINORA_TEST_S3_BUCKET: bucket,
      KINORA_TEST_S3_KEY: key,
      KINORA_TEST_S3_SECRET: secret,
    }
    const runs = [
      { args: ['--project', 'server', '--project', 'timed'].concat(tests), env },
      { args: ['--project', 'crash', fleet], env: { ...env, KINORA_TEST_CHAOS: 'true' } },
    ]
    for (const { args, env } of runs) {
      const words = [vitest, 'run'].concat(args)
      const { code } = await run(nodeBinary, words, { cwd: root, env, show: true })
      if (code !== 0) return code
    }
    return 0
  } finally {
    await stop()
  }
}
