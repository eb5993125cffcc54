import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { csvLine } from '../../../platform/csv.ts'
import { tasksOf, type Workers } from '../../../platform/workers/workers.ts'
import type { Table } from './export-tasks.ts'
import { sheetEnd, sheetStart, workbookFiles } from './workbook.ts'

const task = tasksOf<typeof import('./part-tasks.ts')>(new URL('./part-tasks.ts', import.meta.url))

/** Pages of a table, all with the same columns. */
export type Pages = AsyncIterable<Table>
type Part = string | Uint8Array

/** Writes a file of any length, page by page. */
export async function writeViewFile(
  workers: Workers,
  path: string,
  format: 'csv' | 'xlsx' | 'parquet',
  columns: Table['columns'],
  pages: Pages,
): Promise<void> {
  const source = {
    csv: () => Readable.from(csvParts(workers, columns, pages)),
    xlsx: () => workbook(sheetParts(workers, columns, pages)),
    parquet: () => Readable.from(parquetParts(workers, columns, pages)),
  }[format]()
  await pipeline(source, createWriteStream(path))
}

async function* csvParts(workers: Workers, columns: Table['columns'], pages: Pages): AsyncGenerator<Part> {
  yield csvLine(columns.map(({ name }) => name))
  for await (const table of pages) yield await workers.run(task('csvPart'), table)
}

async function* sheetParts(workers: Workers, columns: Table['columns'], pages: Pages): AsyncGenerator<Part> {
  yield sheetStart
  const header = { columns: columns.map(({ name }) => ({ name, type: 'text' as const })) }
  yield await workers.run(task('sheetPart'), { ...header, rows: [columns.map(({ name }) => name)] })
  for await (const table of pages) yield await workers.run(task('sheetPart'), table)
  yield sheetEnd
}

async function* parquetParts(
  workers: Workers,
  columns: Table['columns'],
  pages: Pages,
): AsyncGenerator<Part> {
  const table = { columns, rows: [] }
  const all: Awaited<ReturnType<typeof import('./part-tasks.ts')['parquetPart']>>['groups'] = []
  let offset = 0
  for await (const page of pages) {
    const { data, groups } = await workers.run(task('parquetPart'), { table: page, offset })
    all.push(...groups)
    offset += data.length
    yield data
  }
  yield await workers.run(task('parquetEnd'), { table, offset, groups: all })
}

/** Streams a workbook, which is a zip file. */
function workbook(sheet: AsyncGenerator<Part>): Readable {
  const zip = new ZipFile()
  const output = new Readable().wrap(zip.outputStream)
  const failed = (error: Error) => void output.destroy(error)
  zip.on('error', failed)
  for (const [name, text] of Object.entries(workbookFiles)) zip.addBuffer(Buffer.from(text), name)
  const rows = Readable.from(sheet)
  rows.on('error', failed)
  zip.addReadStream(rows, 'xl/worksheets/sheet1.xml')
  output.on('close', () => rows.destroy())
  zip.end()
  return output
}
