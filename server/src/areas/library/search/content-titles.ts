import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { contents } from '../contents/tables.ts'

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
