import type { ContentStatus } from '@kinora/contract'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { contentCounts } from './tables.ts'

/** Which contents outside of the trash are counted. */
interface CountFilter {
  readonly status?: readonly ContentStatus[] | undefined
  readonly assetCollectionUUID?: string | undefined
  readonly showAssetCollections: boolean
}

/** How many contents a list has, without going through all of them. */
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

/** Adds up the changes, so that there stay few: in one statement, so that whoever reads meanwhile counts the same. */
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
