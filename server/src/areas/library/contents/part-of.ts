import { and, eq, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { ContentRef } from './content-view.ts'

interface PartTable {
  readonly contentId: AnyPgColumn
  readonly environmentId: AnyPgColumn
}

/** The rows of a table that belong to a content. */
export function partOf(table: PartTable, { id, environmentId }: ContentRef): SQL | undefined {
  return and(eq(table.contentId, id), eq(table.environmentId, environmentId))
}
