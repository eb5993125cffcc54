import type { Collection } from '@kinora/contract'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { collections, contentCounts, contents, isNotDeleted } from '../contents/tables.ts'
import { isVisible, isVisibleFolder, type VideoScope } from '../contents/visibility.ts'

export type CollectionRow = typeof collections.$inferSelect

interface Sums extends Record<string, unknown> {
  readonly root: string
  readonly collections: number
  readonly assets: string
  readonly bytes: string
}

/** Folders with the totals of their visible subtree. In the trash, totals cover the items that were trashed with
 * them. */
export async function loadCollectionViews(
  db: Queryable,
  scope: VideoScope,
  rows: readonly CollectionRow[],
): Promise<Collection[]> {
  if (rows.length === 0) return []
  const { environmentId } = scope
  const ids = sql.join(
    rows.map(({ id }) => sql`${id}::uuid`),
    sql`, `,
  )
  const visibleFolders =
    scope.filter === null
      ? sql`true`
      : sql`child.id IN (SELECT id FROM ${collections}
          WHERE ${and(eq(collections.environmentId, environmentId), isVisibleFolder(scope))})`
  const counted = scope.filter === null ? contentCounts : visibleCounts(scope)
  const { rows: sums } = await db.execute<Sums & Record<string, unknown>>(sql`
    WITH RECURSIVE below AS (
      SELECT id AS root, id, trashed_at IS NOT NULL AS is_trashed FROM ${collections} WHERE id IN (${ids})
      UNION ALL SELECT below.root, child.id, below.is_trashed
      FROM ${collections} AS child JOIN below ON child.parent_id = below.id
      WHERE (child.trashed_at IS NOT NULL) = below.is_trashed AND ${visibleFolders}
    )
    SELECT root, count(DISTINCT below.id)::int - 1 AS collections,
      coalesce(sum(counts.change), 0) AS assets, coalesce(sum(counts.bytes), 0) AS bytes
    FROM below LEFT JOIN ${counted} AS counts
      ON counts.collection_id = below.id AND counts.is_trashed = below.is_trashed
    GROUP BY root`)
  const byRoot = new Map(sums.map((sum) => [sum.root, sum]))
  return rows.map((row) => {
    const sum = byRoot.get(row.id)
    return {
      id: row.id,
      name: row.name,
      parentCollectionUUID: row.parentId,
      assetCount: Number(sum?.assets ?? 0),
      collectionCount: sum?.collections ?? 0,
      storage: Number(sum?.bytes ?? 0),
      createdAt: row.createdAt.toISOString(),
      trashedAt: row.trashedAt?.toISOString() ?? null,
    }
  })
}

/** The number of videos that the caller may see directly in each folder, outside the trash. */
export async function countVideosByFolder(db: Queryable, scope: VideoScope): Promise<Map<string, number>> {
  const counted = scope.filter === null ? ownCounts(scope.environmentId) : visibleCounts(scope)
  const { rows } = await db.execute<{ id: string; items: string }>(sql`
    SELECT counts.collection_id AS id, sum(counts.change) AS items FROM ${counted} AS counts
    WHERE counts.collection_id IS NOT NULL AND NOT counts.is_trashed GROUP BY 1`)
  return new Map(rows.map(({ id, items }) => [id, Number(items)]))
}

function ownCounts(environmentId: string): SQL {
  return sql`(SELECT * FROM ${contentCounts} WHERE ${eq(contentCounts.environmentId, environmentId)})`
}

/** Rows like those of the counters, but only for visible contents. */
function visibleCounts(scope: VideoScope): SQL {
  return sql`(
    SELECT collection_id, trashed_at IS NOT NULL AS is_trashed, count(*) AS change, sum(source_bytes) AS bytes
    FROM ${contents} WHERE ${and(eq(contents.environmentId, scope.environmentId), isNotDeleted, isVisible(scope))}
    GROUP BY 1, 2)`
}
