import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { TestKinora } from './kinora.ts'

/** A separate worker process, which tests can kill. */
export function startWorker(
  { databaseUrl, dataDir }: TestKinora,
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      ROLES: 'worker',
      STORAGE_MIN_FREE_BYTES: '1000000',
      URL_ALLOW_PRIVATE: '127.0.0.0/8',
      ...env,
    },
  })
}
