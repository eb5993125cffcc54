import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import { csvLine } from '../../../platform/csv.ts'
import type { Table } from '../../../platform/workbook/sheet-tasks.ts'
import { columnDataOf } from './export-tasks.ts'

// Tasks that write a file part by part, because whole exports can exceed the memory.

/** Lines of CSV without a header. */
export function csvPart({ rows }: Table): Uint8Array {
  return Buffer.from(rows.map(csvLine).join(''))
}

type RowGroups = ParquetWriter['row_groups']

/** Returns the bytes of a row group at an offset of the file, and its metadata for the footer. */
export function parquetPart({ table, offset }: { readonly table: Table; readonly offset: number }): {
  data: Uint8Array
  groups: RowGroups
} {
  const columnData = columnDataOf(table)
  const { writer, parquet, data } = parquetFrom(table, offset)
  // Without indexes, which would stay in memory until the end.
  const plain = columnData.map(({ type: _, nullable: __, ...column }) => ({ ...column, offsetIndex: false }))
  void parquet.write({ columnData: plain, rowGroupSize: Math.max(1, table.rows.length) })
  return { data: data(writer), groups: parquet.row_groups }
}

interface ParquetEnd {
  readonly table: Table
  readonly offset: number
  readonly groups: RowGroups
}

/** Returns the footer of a file. @param table only its columns are used */
export function parquetEnd({ table, offset, groups }: ParquetEnd): Uint8Array {
  const { writer, parquet, data } = parquetFrom(table, offset)
  parquet.row_groups = groups
  parquet.num_rows = groups.reduce((sum, { num_rows }) => sum + num_rows, 0n)
  void parquet.finish()
  return data(writer)
}

/** Files begin with four magic bytes. Each writer writes them, but only the first part needs them. */
const MAGIC_BYTES = 4

function parquetFrom(table: Table, offset: number) {
  const schema = schemaFromColumnData({ columnData: columnDataOf({ ...table, rows: [] }) })
  const writer = new ByteWriter()
  const parquet = new ParquetWriter({ writer, schema })
  const isStart = offset === 0
  if (!isStart) writer.offset = offset
  return { writer, parquet, data: (end: ByteWriter) => end.getBytes().slice(isStart ? 0 : MAGIC_BYTES) }
}
