import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** A name for sorting as people expect it: letters with accents beside those without, and numbers by their value. */
export function sortName(name: SQLWrapper): SQL {
  return sql`${name} COLLATE names`
}
