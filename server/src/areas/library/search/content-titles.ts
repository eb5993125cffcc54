import { and, desc, eq, inArray, isNull, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { contents } from '../contents/tables.ts'
import { isVisible, type VideoScope } from '../contents/visibility.ts'

/** Titles of an environment's contents by ID. Unknown IDs are omitted. */
export async function contentTitles(
  db: Queryable,
  environmentId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const isWanted = and(eq(contents.environmentId, environmentId), inArray(contents.id, [...ids]))
  const rows = await db.select({ id: contents.id, title: contents.title }).from(contents).where(isWanted)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** Durations of an environment's contents in seconds, by ID. Unknown IDs are omitted. */
export async function contentDurations(
  db: Queryable,
  environmentId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const isWanted = and(eq(contents.environmentId, environmentId), inArray(contents.id, [...ids]))
  const rows = await db
    .select({ id: contents.id, durationS: contents.durationS })
    .from(contents)
    .where(isWanted)
  return new Map(rows.map(({ id, durationS }) => [id, durationS ?? 0]))
}

/** Duration of a content in seconds. Null if it does not exist or the caller's role hides it. */
export async function visibleContentDuration(
  db: Queryable,
  scope: VideoScope,
  id: string,
): Promise<number | null> {
  const isWanted = and(eq(contents.environmentId, scope.environmentId), eq(contents.id, id), isVisible(scope))
  const [row] = await db.select({ durationS: contents.durationS }).from(contents).where(isWanted)
  return row === undefined ? null : (row.durationS ?? 0)
}

/** IDs of the visible contents, at most the newest `limit`. Null if the caller's role shows all. */
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

/** Filters IDs of the environment's videos. Recordings of live streams are omitted. */
export async function videosAmong(
  db: Queryable,
  environmentId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const isVideo = and(eq(contents.environmentId, environmentId), ne(contents.category, 'LiveRecording'))
  const isWanted = and(isVideo, inArray(contents.id, [...ids]))
  const rows = await db.select({ id: contents.id }).from(contents).where(isWanted)
  return new Set(rows.map(({ id }) => id))
}

/** Condition: the caller's role shows a content. Undefined if it shows all. */
export function showsContent(scope: VideoScope, id: SQLWrapper): SQL | undefined {
  const isShown = isVisible(scope)
  if (isShown === undefined) return undefined
  const isIt = and(eq(contents.environmentId, scope.environmentId), sql`${contents.id} = ${id}`, isShown)
  return sql`EXISTS (SELECT FROM ${contents} WHERE ${isIt})`
}

/** Condition: a content is not in the trash and the caller's role shows it. */
export function showsKeptContent(scope: VideoScope, id: SQLWrapper): SQL {
  const isKept = and(sql`${contents.id} = ${id}`, isNull(contents.trashedAt))
  const isIt = and(eq(contents.environmentId, scope.environmentId), isKept, isVisible(scope))
  return sql`EXISTS (SELECT FROM ${contents} WHERE ${isIt})`
}
