import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { startKinora } from '../kinora.ts'
import type { Clock } from '../platform/clock.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { migratedDatabase } from '../platform/postgres/test-migrated.ts'

export interface TestKinora {
  readonly url: string
  readonly databaseUrl: string
  readonly dataDir: string
  /** What was logged so far, as JSON lines. */
  readonly logged: () => string
  sweep(): Promise<void>
  stop(): Promise<void>
}

export interface TestOptions {
  readonly env?: Record<string, string>
  readonly clock?: Clock
  /** Share the database and the files of another. */
  readonly beside?: TestKinora
}

/** A whole Kinora on a database and a folder of its own, on a free port of loopback. */
export async function startTestKinora({
  env = {},
  clock = systemClock,
  beside,
}: TestOptions = {}): Promise<TestKinora> {
  const database = beside
    ? { url: beside.databaseUrl, drop: async () => undefined }
    : await migratedDatabase()
  const dataDir = beside?.dataDir ?? (await mkdtemp(join(tmpdir(), 'kinora-data-')))
  const lines: string[] = []
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'debug',
    STORAGE_MIN_FREE_BYTES: '1000000',
    URL_ALLOW_PRIVATE: '127.0.0.0/8',
    // Each client of a test says it comes from an address of its own, so that they do not share a rate limit.
    TRUST_PROXY: '1',
    // The least there is: tests sign up many people.
    PASSWORD_MEMORY_KIB: '8',
    PASSWORD_PASSES: '1',
    ...inject('bucket'),
    ...env,
  })
  const log = createLog(config.LOG_LEVEL, { write: (line) => void lines.push(line) })
  const kinora = await startKinora(config, database.url, log, clock)
  return {
    url: kinora.url,
    databaseUrl: database.url,
    dataDir,
    logged: () => lines.join(''),
    sweep: kinora.sweep,
    async stop() {
      await kinora.stop()
      await database.drop()
      if (!beside) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
