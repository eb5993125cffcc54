import type { StorageUse } from '@kinora/contract'
import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { contentCounts } from '../contents/tables.ts'
import type { VideoScope } from '../contents/visibility.ts'
import { renditionBytes } from './tables.ts'

/** The storage that an environment uses, from the counters. Null for callers who see only some of its videos. */
export async function getStorageUse(
  db: Queryable,
  { environmentId, filter }: VideoScope,
): Promise<StorageUse | null> {
  if (filter !== null) return null
  const { bytes, isTrashed } = contentCounts
  const sumIf = (condition: unknown) =>
    sql<number>`coalesce(sum(${bytes}) FILTER (WHERE ${condition}), 0)`.mapWith(Number)
  const [sources] = await db
    .select({ originals: sumIf(sql`NOT ${isTrashed}`), trashedOriginals: sumIf(isTrashed) })
    .from(contentCounts)
    .where(eq(contentCounts.environmentId, environmentId))
  const [made] = await db
    .select({ renditions: sql<number>`coalesce(sum(${renditionBytes.bytes}), 0)`.mapWith(Number) })
    .from(renditionBytes)
    .where(eq(renditionBytes.environmentId, environmentId))
  return { originals: 0, trashedOriginals: 0, ...sources, renditions: made?.renditions ?? 0 }
}

/** Merges the counter rows so that there is one for each environment. One statement, so that concurrent readers see a
 * correct sum. */
export async function compactRenditionBytes(db: Queryable): Promise<void> {
  await db.execute(sql`
    WITH many AS (
      SELECT environment_id FROM ${renditionBytes} GROUP BY environment_id HAVING count(*) > 1
    ), taken AS (
      DELETE FROM ${renditionBytes} USING many WHERE rendition_bytes.environment_id = many.environment_id
      RETURNING rendition_bytes.*
    )
    INSERT INTO ${renditionBytes} (environment_id, bytes)
    SELECT environment_id, sum(bytes) FROM taken GROUP BY environment_id HAVING sum(bytes) <> 0`)
}
