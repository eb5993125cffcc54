import type { ContentStatus } from '@kinora/contract'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { contentCounts } from '../contents/tables.ts'

/** Which contents outside the trash are counted. */
interface CountFilter {
  readonly status?: readonly ContentStatus[] | undefined
  readonly assetCollectionUUID?: string | undefined
  readonly showAssetCollections: boolean
}

/** The number of contents in a list, from the counters instead of the rows. */
export async function countContents(
  db: Queryable,
  environmentId: string,
  { status, assetCollectionUUID, showAssetCollections }: CountFilter,
): Promise<number> {
  const { collectionId } = contentCounts
  const [sum] = await db
    .select({ items: sql<number>`coalesce(sum(${contentCounts.change}), 0)`.mapWith(Number) })
    .from(contentCounts)
    .where(
      and(
        eq(contentCounts.environmentId, environmentId),
        eq(contentCounts.isTrashed, false),
        status?.length ? inArray(contentCounts.status, [...status]) : undefined,
        assetCollectionUUID !== undefined
          ? eq(collectionId, assetCollectionUUID)
          : showAssetCollections
            ? isNull(collectionId)
            : undefined,
      ),
    )
  return sum?.items ?? 0
}

/** Merges the counter rows so that there are few. One statement, so that concurrent readers see a correct sum. */
export async function compactContentCounts(db: Queryable): Promise<void> {
  await db.execute(sql`
    WITH many AS (
      SELECT environment_id, collection_id, status, is_trashed FROM content_counts
      GROUP BY environment_id, collection_id, status, is_trashed HAVING count(*) > 1
    ), taken AS (
      DELETE FROM content_counts USING many
      WHERE (content_counts.environment_id, content_counts.status, content_counts.is_trashed)
          = (many.environment_id, many.status, many.is_trashed)
        AND content_counts.collection_id IS NOT DISTINCT FROM many.collection_id
      RETURNING content_counts.*
    )
    INSERT INTO content_counts (environment_id, collection_id, status, is_trashed, change, bytes)
    SELECT environment_id, collection_id, status, is_trashed, sum(change), sum(bytes) FROM taken
    GROUP BY environment_id, collection_id, status, is_trashed HAVING sum(change) <> 0 OR sum(bytes) <> 0`)
}
