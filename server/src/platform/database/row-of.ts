import { and, eq, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

interface TenantTable {
  readonly id: AnyPgColumn
  readonly environmentId: AnyPgColumn
}

interface TenantRow {
  readonly id: string
  readonly environmentId: string
}

/** The row of an environment. Also where a row was read before, so that no statement trusts an ID alone. */
export function rowOf(table: TenantTable, { id, environmentId }: TenantRow): SQL | undefined {
  return and(eq(table.id, id), eq(table.environmentId, environmentId))
}
