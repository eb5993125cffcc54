import * as xlsx from '@e965/xlsx'
import { escapeFormula } from '@kinora/contract/escape-formula'
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer'
import { csvHeader, csvLine } from '../../../platform/csv.ts'
import type { Table } from '../../../platform/workbook/sheet-tasks.ts'

/** Name of the sheet, at most 31 characters. */
const SHEET = 'Analytics'
const WIDTHS = { text: 24, number: 14, time: 22 } as const

export function writeCsv({ columns, rows }: Table): Uint8Array {
  return Buffer.from(csvHeader(columns.map(({ name }) => name)) + rows.map(csvLine).join(''))
}

/** Writes a workbook. Text that looks like a formula is escaped. */
export function writeXlsx({ columns, rows }: Table): Uint8Array {
  const cell = (value: string | number | null, n: number) => {
    if (value === null || typeof value === 'number') return value
    return columns[n]?.type === 'time' ? new Date(value) : escapeFormula(value)
  }
  const lines = [columns.map(({ name }) => escapeFormula(name)), ...rows.map((row) => row.map(cell))]
  const sheet = xlsx.utils.aoa_to_sheet(lines, { cellDates: true, UTC: true })
  sheet['!cols'] = columns.map(({ type }) => ({ wch: WIDTHS[type] }))
  const book = xlsx.utils.book_new(sheet, SHEET)
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
}

/** Writes Parquet with hyparquet-writer, which needs no native code and is fast enough for 10,000 rows. */
export function writeParquet(table: Table): Uint8Array {
  return new Uint8Array(parquetWriteBuffer({ columnData: columnDataOf(table) }))
}

export function columnDataOf({ columns, rows }: Table): ColumnSource[] {
  return columns.map(({ name, type }, n): ColumnSource => {
    const values = rows.map((row) => row[n] ?? null)
    if (type === 'number') return { name, data: values, type: 'DOUBLE', nullable: true }
    if (type === 'text') return { name, data: values, type: 'STRING', nullable: true }
    const times = values.map((value) => (value === null ? null : new Date(value)))
    return { name, data: times, type: 'TIMESTAMP', nullable: true }
  })
}
