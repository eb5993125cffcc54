import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { csvHeader } from '../../../platform/csv.ts'
import type { Table } from '../../../platform/workbook/sheet-tasks.ts'
import { streamWorkbook } from '../../../platform/workbook/workbook.ts'
import { tasksOf, type Workers } from '../../../platform/workers/workers.ts'

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
    xlsx: () => streamWorkbook(workers, 'Analytics', columns, pages),
    parquet: () => Readable.from(parquetParts(workers, columns, pages)),
  }[format]()
  await pipeline(source, createWriteStream(path))
}

async function* csvParts(workers: Workers, columns: Table['columns'], pages: Pages): AsyncGenerator<Part> {
  yield csvHeader(columns.map(({ name }) => name))
  for await (const table of pages) yield await workers.run(task('csvPart'), table)
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
