import { and, eq, lt } from 'drizzle-orm'
import type { ContentRow } from '../contents/content-view.ts'
import { contents } from '../contents/tables.ts'
import type { Library } from '../library.ts'

/** Goes up when texts are folded otherwise, so that what is stored is folded anew. */
export const searchVersion = 1
const BATCH = 500
const MAX_WORDS = 8
const MAX_CHARS = 20_000

type SearchFields = Pick<
  ContentRow,
  'title' | 'description' | 'tags' | 'metadata' | 'externalId' | 'fileName' | 'subtitleWords'
>

/** What a search phrase is looked for in. */
export function searchTextOf(fields: SearchFields) {
  const { title, description, tags, metadata, externalId, fileName, subtitleWords } = fields
  const known = metadata.flatMap(({ key, value }) => [key, value])
  const texts = [title, description, ...tags, ...known, externalId, fileName]
  const all = `${texts.join(' ').slice(0, MAX_CHARS)} ${subtitleWords.slice(0, MAX_CHARS)}`
  return { searchText: fold(all.trim()), searchVersion }
}

/** The words of a phrase, as they stand in search texts. */
export function splitWords(phrase: string): string[] {
  return fold(phrase)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
}

/** Letters from here on stand for the vowel signs of Arabic and Indic scripts. */
const SIGNS_AT = 0x4e00
const FIRST_SIGN = 0x600
const LAST_SIGN = 0xfff

/**
 * A text as it is compared: in small letters, without accents and the signs that people leave out (Arabic vowel signs,
 * nukta, joiners). PostgreSQL's trigrams pass over marks, which in Indic scripts are half of a word: letters stand in
 * for them.
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

/** Folds anew what was folded by an earlier version, some of it each time. */
export async function refreshSearchTexts({ db }: Pick<Library, 'db'>): Promise<void> {
  const stale = await db.select().from(contents).where(lt(contents.searchVersion, searchVersion)).limit(BATCH)
  // Not where somebody has changed it meanwhile: then it is fresh already.
  for (const row of stale)
    await db
      .update(contents)
      .set(searchTextOf(row))
      .where(and(eq(contents.id, row.id), lt(contents.searchVersion, searchVersion)))
}
