import { insertManyViews } from '../../../server/src/testing/analytics/many-views.ts'
import { openTestPool } from '../../../server/src/testing/pool.ts'
import { type Person, readySample } from '../support/fixtures.ts'

/** Countries of the views, in unequal parts. The last one is on no map. */
const countries = ['IN', 'IN', 'IN', 'IN', 'US', 'US', 'AE', 'AE', 'GB', 'BR', 'DE', 'NG', 'XK'] as const

/** Views of a new video in the last day. */
export async function haveManyViews(person: Person, count: number): Promise<void> {
  const { id: contentId } = await readySample(person)
  const query = new URLSearchParams({ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' })
  // Starts the warehouse.
  await person.call('GET', `/data/api/v1/views?${query}`)
  const pool = openTestPool({ databaseUrl: process.env.KINORA_DATABASE_URL ?? '' })
  const now = Date.now()
  const range = { from: new Date(now - 86_400_000), to: new Date(now - 60_000) }
  await insertManyViews(pool.sql, {
    environmentId: person.environmentId,
    contentId,
    count,
    ...range,
    countries,
  })
  await pool.end()
}

/** An export that never ends, because no worker knows of it. */
export async function haveRunningExport({ environmentId }: Person): Promise<void> {
  const pool = openTestPool({ databaseUrl: process.env.KINORA_DATABASE_URL ?? '' })
  const asked = { from: '2026-11-01T00:00:00Z', to: '2026-11-08T00:00:00Z', timezone: 'UTC', filters: {} }
  await pool.sql(
    `INSERT INTO view_exports (id, environment_id, format, asked, status, rows_total, rows_done, created_by,
        created_by_id, created_at)
      VALUES (gen_random_uuid(), $1, 'csv', $2, 'running', 12000, 5000, 'Ananya Rao Iyer', $1, now())`,
    [environmentId, asked],
  )
  await pool.end()
}
