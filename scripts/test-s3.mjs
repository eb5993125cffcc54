import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { installCeph, startCeph } from './lib/ceph.mjs'
import { Failure, runMain } from './lib/failure.mjs'
import { inRoot, root } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { nodeBinary } from './setup/node.mjs'
import { setup } from './setup.mjs'

/** Runs the storage's tests against a real object store: Ceph, on loopback and in memory. */
runMain(async () => {
  if (process.platform !== 'linux' || process.getuid() !== 0) {
    throw new Failure('This needs root on Debian: it installs and starts Ceph (about 170 MB).')
  }
  await setup()
  await installCeph()
  const folder = mkdtempSync(path.join(tmpdir(), 'kinora-ceph-'))
  mkdirSync(path.join(folder, 'run'))
  const ceph = await startCeph(folder)
  try {
    const args = [
      inRoot('node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      'server',
      'storage/conformance',
    ]
    const env = {
      KINORA_TEST_S3_ENDPOINT: ceph.endpoint,
      KINORA_TEST_S3_BUCKET: ceph.bucket,
      KINORA_TEST_S3_KEY: ceph.key,
      KINORA_TEST_S3_SECRET: ceph.secret,
    }
    const { code } = await run(nodeBinary, args, { cwd: root, env, show: true })
    process.exitCode = code
  } finally {
    await ceph.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
