import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { collections, contents } from '../contents/tables.ts'
import { isVisibleFolder, type VideoScope } from '../contents/visibility.ts'

/** When a content was added, and its folder. */
export interface ContentPlace {
  readonly createdAt: Date
  readonly folderId: string | null
}

/** The places of an environment's contents by ID. Unknown IDs are omitted. */
export async function contentPlaces(
  db: Queryable,
  environmentId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ContentPlace>> {
  const { id, createdAt, collectionId: folderId } = contents
  const rows = await db
    .select({ id, createdAt, folderId })
    .from(contents)
    .where(and(eq(contents.environmentId, environmentId), inArray(id, [...ids])))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Folders of the environment, each with itself and all above it, as far as the caller's role shows them. */
export async function foldersAbove(
  db: Queryable,
  scope: VideoScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly { readonly id: string; readonly name: string }[]>> {
  if (ids.length === 0) return new Map()
  const isShown = isVisibleFolder(scope) ?? sql`true`
  const { rows } = await db.execute<{ below: string; id: string; name: string }>(sql`
    WITH RECURSIVE way AS (
      SELECT id AS below, id, parent_id FROM ${collections}
      WHERE environment_id = ${scope.environmentId} AND id = ANY (${sql.param([...ids])}::uuid[])
      UNION ALL SELECT way.below, above.id, above.parent_id
      FROM ${collections} AS above JOIN way ON above.id = way.parent_id
    ) SELECT way.below, ${collections.id}, ${collections.name}
    FROM way JOIN ${collections} ON ${collections.id} = way.id
    WHERE ${isShown}`)
  return Map.groupBy(rows, ({ below }) => below)
}
