import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { contents } from '../contents/tables.ts'
import { isVisible, type VideoScope } from '../contents/visibility.ts'

/** Titles of contents of an environment by ID. Unknown IDs have none. */
export async function contentTitles(
  db: Queryable,
  environmentId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const isWanted = and(eq(contents.environmentId, environmentId), inArray(contents.id, [...ids]))
  const rows = await db.select({ id: contents.id, title: contents.title }).from(contents).where(isWanted)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** The length of a content in seconds. Null if it does not exist or the caller's role hides it. */
export async function visibleContentDuration(
  db: Queryable,
  scope: VideoScope,
  id: string,
): Promise<number | null> {
  const isWanted = and(eq(contents.environmentId, scope.environmentId), eq(contents.id, id), isVisible(scope))
  const [row] = await db.select({ durationS: contents.durationS }).from(contents).where(isWanted)
  return row === undefined ? null : (row.durationS ?? 0)
}

/** The IDs of the contents that the caller's role shows, the newest if there are more than `limit`. Null if it shows all. */
export async function visibleContentIds(
  db: Queryable,
  scope: VideoScope,
  limit: number,
): Promise<string[] | null> {
  const isShown = isVisible(scope)
  if (isShown === undefined) return null
  const rows = await db
    .select({ id: contents.id })
    .from(contents)
    .where(and(eq(contents.environmentId, scope.environmentId), isShown))
    .orderBy(desc(contents.createdAt))
    .limit(limit)
  return rows.map(({ id }) => id)
}
