import { cutText } from '@kinora/contract'
import { and, lt } from 'drizzle-orm'
import { fold } from '../../../platform/database/fold.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { Library } from '../library.ts'
import type { ContentRow } from './content-view.ts'
import { contents } from './tables.ts'

/** Raise this when folding changes: stored texts are then folded again. */
export const searchVersion = 2
const BATCH = 500
const MAX_CHARS = 20_000

type SearchFields = Pick<
  ContentRow,
  'title' | 'description' | 'tags' | 'metadata' | 'externalId' | 'fileName' | 'subtitleWords'
>

/** The text that search phrases are matched against. */
export function searchTextOf(fields: SearchFields) {
  const { title, description, tags, metadata, externalId, fileName, subtitleWords } = fields
  const known = metadata.flatMap(({ key, value }) => [key, value])
  const texts = [title, description, ...tags, ...known, externalId, fileName]
  const all = `${cutText(texts.join(' '), MAX_CHARS)} ${cutText(subtitleWords, MAX_CHARS)}`
  return { searchText: fold(all.trim()), searchVersion }
}

/** Folds texts of earlier versions again, in batches. */
export async function refreshSearchTexts({ db }: Pick<Library, 'db'>): Promise<void> {
  const stale = await db.select().from(contents).where(lt(contents.searchVersion, searchVersion)).limit(BATCH)
  // Skips rows that were changed meanwhile, because they are up to date.
  for (const row of stale)
    await db
      .update(contents)
      .set(searchTextOf(row))
      .where(and(rowOf(contents, row), lt(contents.searchVersion, searchVersion)))
}
