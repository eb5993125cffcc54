import { sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { usageHours, usageStoredDays } from '../../../platform/usage/tables.ts'
import type { UsageFact } from '../../../platform/usage/usage.ts'
import { deletedMark } from '../contents/tables.ts'
import type { Library } from '../library.ts'

const HOUR_MS = 3_600_000
/** Videos that are read at once. */
const PAGE = 5000

/** Adds what each video occupies to the sums of its day, once an hour, even if several processes run it: also in the trash, but not
 * test videos. Hours in which no process ran are left out. The sums of days that are over become usage records, so that a video has
 * two records a day and not two an hour. */
export async function recordStored(library: Library): Promise<void> {
  if (!library.usage.isOn) return
  await countHour(library)
  while (await recordDays(library));
}

async function countHour({ db, clock, config }: Library): Promise<void> {
  const hour = new Date(Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS)
  await db.transaction(async (tx) => {
    const first = await tx.insert(usageHours).values({ hour }).onConflictDoNothing().returning()
    if (first.length === 0) return
    let after: string | null = ZERO_ID
    while (after !== null) after = await countPage(tx, after, hour, config.BILLING_TIMEZONE)
  })
}

const ZERO_ID = '00000000-0000-0000-0000-000000000000'

/** @returns the last video of the page; null after the last page */
async function countPage(
  tx: Transaction,
  after: string,
  hour: Date,
  timezone: string,
): Promise<string | null> {
  const at = sql`${hour.toISOString()}::timestamptz`
  const { rows } = await tx.execute<{ last: string | null; videos: number }>(sql`
    WITH videos AS (
      SELECT contents.id, contents.environment_id, round(coalesce(contents.duration_s, 0) * 1000)::bigint AS ms,
        coalesce(contents.source_bytes, 0) + coalesce(
          (SELECT sum(renditions.size_bytes) FROM renditions WHERE renditions.content_id = contents.id), 0) AS bytes
      FROM contents
      WHERE contents.id > ${after} AND contents.status <> 'pending' AND NOT contents.is_test
        AND contents.trashed_at IS DISTINCT FROM ${deletedMark.toISOString()}::timestamptz
      ORDER BY contents.id LIMIT ${PAGE}),
    counted AS (
      INSERT INTO ${usageStoredDays} AS known (object_id, day, environment_id, ms, bytes, counted_at)
      SELECT id, (${at} AT TIME ZONE ${timezone})::date, environment_id, ms, bytes, ${at} FROM videos
      ON CONFLICT (object_id, day) DO UPDATE SET ms = known.ms + excluded.ms, bytes = known.bytes + excluded.bytes,
        counted_at = excluded.counted_at)
    SELECT (array_agg(id ORDER BY id DESC))[1] AS last, count(*)::int AS videos FROM videos`)
  const [page] = rows
  return page === undefined || page.videos < PAGE ? null : page.last
}

interface StoredDay {
  readonly object_id: string
  readonly environment_id: string
  readonly ms: string
  readonly bytes: string
  readonly counted_at: string
}

/** Records the sums of days that are over. @returns whether there can be more */
async function recordDays({ db, clock, usage, config }: Library): Promise<boolean> {
  const now = clock.now().toISOString()
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<StoredDay & Record<string, unknown>>(sql`
      DELETE FROM ${usageStoredDays} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${usageStoredDays}
        WHERE day < (${now}::timestamptz AT TIME ZONE ${config.BILLING_TIMEZONE})::date
        LIMIT ${PAGE} FOR UPDATE SKIP LOCKED))
      RETURNING object_id, environment_id, ms::text, bytes::text,
        to_char(counted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS counted_at`)
    await usage.record(tx, rows.flatMap(factsOf))
    return rows.length === PAGE
  })
}

/** The facts of a day occurred in its last hour that was counted, which also makes their keys unique. */
function factsOf({ object_id: objectId, environment_id: environmentId, ...day }: StoredDay): UsageFact[] {
  const occurredAt = new Date(day.counted_at)
  const common = { environmentId, objectId, occurredAt }
  const hour = occurredAt.getTime() / HOUR_MS
  return [
    { ...common, key: `stored:${objectId}:${hour}`, meter: 'stored-time', quantity: Number(day.ms) },
    {
      ...common,
      key: `stored-bytes:${objectId}:${hour}`,
      meter: 'stored-bytes',
      quantity: Number(day.bytes),
    },
  ]
}
