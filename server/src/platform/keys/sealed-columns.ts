import { getTableName } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Platform } from '../platform.ts'

/** A column with text that is encrypted with the key for stored secrets. Features declare theirs, so that the key can be
 * replaced. */
export interface SealedColumn {
  readonly table: string
  readonly name: string
  readonly type: string
  /** Name of the column that identifies a row. */
  readonly id: string
  /** - secret: the whole text is encrypted
   * - addresses: one or more stored addresses, with other text around them */
  readonly kind: 'secret' | 'addresses'
}

/** Rows with secrets that a column alone does not describe: of several columns together, or of parts of a list. */
export interface SealedRows {
  /** Encrypts the secrets of all rows with the first key, some rows at a time, if they are not yet. It can run again after it was
   * killed. @returns the number of changed rows */
  renew(context: Pick<Platform, 'db' | 'secrets'>, signal: AbortSignal): Promise<number>
}

/** Columns whose whole text is encrypted, of tables with an `id`. */
export function secretColumns(...columns: readonly PgColumn[]): SealedColumn[] {
  return columns.map((column) => sealedColumn(column, 'secret'))
}

/** Columns with stored addresses, of tables with an `id`. */
export function addressColumns(...columns: readonly PgColumn[]): SealedColumn[] {
  return columns.map((column) => sealedColumn(column, 'addresses'))
}

function sealedColumn(column: PgColumn, kind: SealedColumn['kind']): SealedColumn {
  return { table: getTableName(column.table), name: column.name, type: column.getSQLType(), id: 'id', kind }
}
