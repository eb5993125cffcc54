import type { TestProject } from 'vitest/node'
import { startTestPostgres } from './test-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this test run: `createTestDatabase(inject('postgresUrl'), …)`. */
    postgresUrl: string
  }
}

/** Vitest calls this once before the tests of the server, and what it returns after them. */
export default async function startForTests(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  project.provide('postgresUrl', postgres.url)
  return postgres.stop
}
