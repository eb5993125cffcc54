import { and, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { splitWords } from '../../../platform/database/fold.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { contents } from '../contents/tables.ts'
import type { VideoScope } from '../contents/visibility.ts'
import type { Library } from '../library.ts'
import { type ContentFilter, contentsWhere } from './search.ts'

/** Filters of searches by other areas. They find in a folder and all below it, and not in the trash. */
export type FoundFilter = Pick<ContentFilter, 'assetCollectionUUID' | 'from' | 'to' | 'tag'>

function foundWhere(scope: VideoScope, filter: FoundFilter, words: readonly string[]): SQL | undefined {
  const { assetCollectionUUID, from, to, tag } = filter
  const kept = { assetCollectionUUID, from, to, tag, trashed: false, showAssetCollections: false } as const
  return contentsWhere(scope, { ...kept, includeSubfolders: true }, words)
}

/** Condition: a search finds a content, which the caller's role shows. */
export function isFound(scope: VideoScope, filter: FoundFilter, id: SQLWrapper): SQL {
  return sql`EXISTS (SELECT FROM ${contents} WHERE ${and(sql`${contents.id} = ${id}`, foundWhere(scope, filter, []))})`
}

/** Whether a search finds a content. */
export async function findsContent(
  db: Queryable,
  scope: VideoScope,
  filter: FoundFilter,
  id: string,
): Promise<boolean> {
  const { environmentId } = scope
  return (
    (await db.$count(contents, and(rowOf(contents, { id, environmentId }), foundWhere(scope, filter, [])))) >
    0
  )
}

/** IDs of the contents whose title, tags, description or metadata have all words of a phrase, newest first. */
export async function findContentIds(
  { db }: Pick<Library, 'db'>,
  scope: VideoScope,
  filter: FoundFilter,
  phrase: string,
  limit: number,
): Promise<string[]> {
  const words = splitWords(phrase)
  if (words.length === 0) return []
  const rows = await db
    .select({ id: contents.id })
    .from(contents)
    .where(foundWhere(scope, filter, words))
    .orderBy(desc(contents.createdAt), desc(contents.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}
