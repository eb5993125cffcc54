import { randomUUID } from 'node:crypto'
import { readConfig } from '../../config.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { createLog, type Logger } from '../../platform/log.ts'
import { migratedDatabase } from '../../platform/postgres/test-migrated.ts'
import type { UsageFact } from '../../platform/usage/usage.ts'
import { openUsage } from '../../platform/usage/usage.ts'

/** A database with the tables of billing, without a running Kinora. */
export interface Books {
  readonly url: string
  readonly db: Database
  readonly clock: Clock & { set(time: string): void }
  readonly config: Config
  readonly log: Logger
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** A new organization with an environment. */
  organization(type?: string): Promise<{ readonly organizationId: string; readonly environmentId: string }>
  /** Records facts, as the transactions of areas do. */
  record(...facts: UsageFact[]): Promise<void>
  end(): Promise<void>
}

export async function openBooks(start: string): Promise<Books> {
  const database = await migratedDatabase()
  const log = createLog('fatal')
  const { db, pool, close } = openDatabase(database.url, 8, log)
  let now = new Date(start)
  const clock = {
    now: () => now,
    set(time: string) {
      now = new Date(time)
    },
  }
  const usage = openUsage(true, log, clock.now)
  const sql = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows
  return {
    url: database.url,
    db,
    clock,
    log,
    config: readConfig({ DATA_DIR: '/nowhere' }),
    sql,
    async organization(type = 'production') {
      const [organizationId, environmentId] = [randomUUID(), randomUUID()]
      await sql(
        `INSERT INTO organizations (id, name, is_active, is_subscribed, settings, created_at)
         VALUES ($1, $2, true, true, '{}', now())`,
        [organizationId, `Organization ${organizationId}`],
      )
      await sql(
        `INSERT INTO environments (id, organization_id, name, type, created_at) VALUES ($1, $2, $3, $4, now())`,
        [environmentId, organizationId, type, type],
      )
      return { organizationId, environmentId }
    },
    record: (...facts) => db.transaction((tx) => usage.record(tx, facts)),
    async end() {
      await close()
      await database.drop()
    },
  }
}
