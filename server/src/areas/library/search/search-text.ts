import { cutText } from '@kinora/contract'
import { and, lt } from 'drizzle-orm'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { contents } from '../contents/tables.ts'
import type { Library } from '../library.ts'

/** Raise this when folding changes: stored texts are then folded again. */
export const searchVersion = 1
const BATCH = 500
const MAX_WORDS = 8
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

/** The words of a phrase, folded like search texts. */
export function splitWords(phrase: string): string[] {
  return fold(phrase)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
}

/** First of the letters that replace the vowel signs of Arabic and Indic scripts. */
const SIGNS_AT = 0x4e00
const FIRST_SIGN = 0x600
const LAST_SIGN = 0xfff

/**
 * Folds a text for comparison: lower case, without accents and optional signs (Arabic vowel signs, nukta, joiners).
 * PostgreSQL's trigrams ignore marks, which are half of a word in Indic scripts, so letters replace them.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f\u0640\u064b-\u065f\u0670\u093c\u200c\u200d]/g, '')
    .replaceAll('\u0671', '\u0627')
    .replaceAll('\u0649', '\u064a')
    .replaceAll('\u0629', '\u0647')
    .replaceAll(/\p{M}/gu, (sign) => {
      const code = sign.codePointAt(0) ?? 0
      return code < FIRST_SIGN || code > LAST_SIGN ? '' : String.fromCodePoint(SIGNS_AT + code - FIRST_SIGN)
    })
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
