import { type AnyColumn, and, ilike, type SQL, sql } from 'drizzle-orm'
import { splitWords } from './fold.ts'

/** Condition: a column with folded text contains each word of a phrase. An empty phrase matches every row, and one
 * without letters or digits matches none. */
export function matchesPhrase(column: AnyColumn | SQL, phrase = ''): SQL | undefined {
  if (phrase.trim() === '') return undefined
  const words = splitWords(phrase)
  return words.length === 0 ? sql`false` : and(...words.map((word) => containsText(column, word)))
}

/** Condition: a column contains a text, in upper or lower case. */
export function containsText(column: AnyColumn | SQL, text: string): SQL {
  return ilike(column, `%${escapeLike(text)}%`)
}

/** Escapes text for a LIKE pattern. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
