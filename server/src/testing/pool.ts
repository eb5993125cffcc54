import pg from 'pg'
import type { TestKinora } from './kinora.ts'
import type { Sql } from './members.ts'

export interface TestPool {
  readonly sql: Sql
  end(): Promise<void>
}

/** Looks into the database past the program. */
export function openTestPool({ databaseUrl }: Pick<TestKinora, 'databaseUrl'>): TestPool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  return {
    sql: async (text, values = []) => (await pool.query(text, values)).rows,
    end: () => pool.end(),
  }
}
