import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { probeTools, type Tools } from '../ffmpeg/index.ts'
import { startTestPostgres } from './test-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this test run: `createTestDatabase(inject('postgresUrl'), …)`. */
    postgresUrl: string
    /** A folder for what test files of this run share. */
    runFolder: string
    /** What the system's ffmpeg can do. */
    tools: Tools
    /** Kinora's settings for the bucket that files go to; none where they go to the disk. */
    bucket: Record<string, string>
  }
}

/** Vitest calls this once before the tests of the server, and what it returns after them. */
export default async function startForTests(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  const runFolder = await mkdtemp(join(tmpdir(), 'kinora-run-'))
  project.provide('postgresUrl', postgres.url)
  project.provide('runFolder', runFolder)
  project.provide('tools', await probeTools('ffmpeg', 'ffprobe'))
  project.provide('bucket', bucket())
  return async () => {
    await postgres.stop()
    await rm(runFolder, { recursive: true, force: true })
  }
}

/** What `npm run test:s3` has started. */
function bucket(): Record<string, string> {
  const { KINORA_TEST_S3_ENDPOINT, KINORA_TEST_S3_BUCKET, KINORA_TEST_S3_KEY, KINORA_TEST_S3_SECRET } =
    process.env
  if (KINORA_TEST_S3_ENDPOINT === undefined) return {}
  return {
    S3_ENDPOINT: KINORA_TEST_S3_ENDPOINT,
    S3_BUCKET: KINORA_TEST_S3_BUCKET ?? '',
    S3_ACCESS_KEY_ID: KINORA_TEST_S3_KEY ?? '',
    S3_SECRET_ACCESS_KEY: KINORA_TEST_S3_SECRET ?? '',
    S3_FORCE_PATH_STYLE: 'true',
  }
}
