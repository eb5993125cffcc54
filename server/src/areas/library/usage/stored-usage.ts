import { sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { usageHours } from '../../../platform/usage/tables.ts'
import type { UsageFact } from '../../../platform/usage/usage.ts'
import { deletedMark } from '../contents/tables.ts'
import type { Library } from '../library.ts'

const HOUR_MS = 3_600_000
/** Videos that are read at once. */
const PAGE = 5000

interface StoredVideo {
  readonly id: string
  readonly environment_id: string
  readonly duration_s: number | null
  readonly bytes: string
}

/** Records what each video occupies, once an hour, even if several processes run it: also in the trash, but not test videos.
 * Hours in which no process ran are left out. */
export async function recordStored({ db, clock, usage, config }: Library): Promise<void> {
  if (config.BILLING === 'off') return
  const occurredAt = clock.now()
  const hour = new Date(Math.floor(occurredAt.getTime() / HOUR_MS) * HOUR_MS)
  await db.transaction(async (tx) => {
    const first = await tx.insert(usageHours).values({ hour }).onConflictDoNothing().returning()
    if (first.length === 0) return
    for (let after = ZERO_ID; ; ) {
      const videos = await videosAfter(tx, after)
      await usage.record(
        tx,
        videos.flatMap((video) => factsOf(video, hour, occurredAt)),
      )
      const last = videos.at(-1)
      if (last === undefined || videos.length < PAGE) return
      after = last.id
    }
  })
}

const ZERO_ID = '00000000-0000-0000-0000-000000000000'

async function videosAfter(tx: Transaction, after: string): Promise<StoredVideo[]> {
  const { rows } = await tx.execute<StoredVideo & Record<string, unknown>>(sql`
    SELECT contents.id, contents.environment_id, contents.duration_s,
      coalesce(contents.source_bytes, 0) + coalesce(
        (SELECT sum(renditions.size_bytes) FROM renditions WHERE renditions.content_id = contents.id), 0) AS bytes
    FROM contents
    WHERE contents.id > ${after} AND contents.status <> 'pending' AND NOT contents.is_test
      AND contents.trashed_at IS DISTINCT FROM ${deletedMark.toISOString()}::timestamptz
    ORDER BY contents.id LIMIT ${PAGE}`)
  return rows
}

function factsOf(video: StoredVideo, hour: Date, occurredAt: Date): UsageFact[] {
  const { id, environment_id: environmentId, duration_s: durationS, bytes } = video
  const common = { environmentId, objectId: id, occurredAt }
  const at = hour.getTime() / HOUR_MS
  return [
    { ...common, key: `stored:${id}:${at}`, meter: 'stored-time', quantity: (durationS ?? 0) * 1000 },
    { ...common, key: `stored-bytes:${id}:${at}`, meter: 'stored-bytes', quantity: Number(bytes) },
  ]
}
