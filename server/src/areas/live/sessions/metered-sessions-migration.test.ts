import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { migrateDatabase } from '../../../platform/database/migrations.ts'
import { createTestDatabase } from '../../../platform/postgres/test-database.ts'
import { migrations } from '../../../platform/postgres/test-migrated.ts'

it('sessions that run during the upgrade are metered from then on', async () => {
  const database = await createTestDatabase(inject('postgresUrl'), 'empty_template', async () => undefined)
  const folder = await mkdtemp(join(tmpdir(), 'kinora-migrations-'))
  const client = new pg.Client(database.url)
  const files = (await readdir(migrations)).filter((name) => name.endsWith('.sql'))
  const isLater = (name: string) => name >= '0192'
  const migrate = async (names: string[]) => {
    for (const name of names) await copyFile(join(migrations, name), join(folder, name))
    await migrateDatabase(database.url, folder)
  }
  try {
    await client.connect()
    await migrate(files.filter((name) => !isLater(name)))
    // Without the stream, which is of no account.
    await client.query('SET session_replication_role = replica')
    for (const endedAt of [null, '2026-10-02T10:00:00Z'])
      await client.query(
        `INSERT INTO live_sessions (id, stream_id, environment_id, node_id, lease_until, started_at, ended_at)
         VALUES ($1, $2, $3, $4, now(), '2026-10-01T10:00:00Z', $5)`,
        [randomUUID(), randomUUID(), randomUUID(), randomUUID(), endedAt],
      )
    await migrate(files.filter(isLater))
    const { rows } = await client.query(
      `SELECT ended_at IS NULL AS "isOpen", metered_until > now() - interval '1 minute' AS "isMetered"
       FROM live_sessions ORDER BY ended_at NULLS FIRST`,
    )
    expect(rows).toEqual([
      { isOpen: true, isMetered: true },
      { isOpen: false, isMetered: null },
    ])
  } finally {
    await client.end()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
