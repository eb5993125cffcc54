import { join } from 'node:path'
import { inject } from 'vitest'
import { migrateDatabase } from '../database/migrations.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export const migrations = join(import.meta.dirname, '../../../migrations')

/** A separate database with all tables. */
export function migratedDatabase(): Promise<TestDatabase> {
  return createTestDatabase(inject('postgresUrl'), 'kinora_template', (url) =>
    migrateDatabase(url, migrations),
  )
}
