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
    /** A folder for files that the test files of this run share. */
    runFolder: string
    /** The capabilities of the installed ffmpeg. */
    tools: Tools
    /** Kinora's settings of the test bucket, or none for local disk. */
    bucket: Record<string, string>
  }
}

/** Vitest calls this once before the tests of the server, and the returned function after them. */
export default async function startForTests(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  const runFolder = await mkdtemp(join(tmpdir(), 'kinora-run-'))
  // For `makeClip`, which journeys use too. The test processes inherit it.
  process.env.KINORA_TEST_CLIPS = join(runFolder, 'clips')
  project.provide('postgresUrl', postgres.url)
  project.provide('runFolder', runFolder)
  project.provide('tools', await probeTools('ffmpeg', 'ffprobe'))
  project.provide('bucket', bucket())
  return async () => {
    await postgres.stop()
    await rm(runFolder, { recursive: true, force: true })
  }
}

/** Set by `npm run test:s3`. */
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
