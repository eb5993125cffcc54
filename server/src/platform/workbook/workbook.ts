import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { tasksOf, type Workers } from '../workers/workers.ts'
import type { Table } from './sheet-tasks.ts'
import { sheetEnd, sheetStart, workbookFiles } from './workbook-files.ts'

const task = tasksOf<typeof import('./sheet-tasks.ts')>(new URL('./sheet-tasks.ts', import.meta.url))

/** Streams a workbook of any length, which is a zip file. The pages have the same columns. */
export function streamWorkbook(
  workers: Workers,
  name: string,
  columns: Table['columns'],
  pages: AsyncIterable<Table>,
): Readable {
  const zip = new ZipFile()
  const output = new Readable().wrap(zip.outputStream)
  const failed = (error: Error) => void output.destroy(error)
  zip.on('error', failed)
  for (const [path, text] of Object.entries(workbookFiles(name))) zip.addBuffer(Buffer.from(text), path)
  const rows = Readable.from(sheetParts(workers, columns, pages))
  rows.on('error', failed)
  zip.addReadStream(rows, 'xl/worksheets/sheet1.xml')
  output.on('close', () => rows.destroy())
  zip.end()
  return output
}

async function* sheetParts(
  workers: Workers,
  columns: Table['columns'],
  pages: AsyncIterable<Table>,
): AsyncGenerator<string | Uint8Array> {
  yield sheetStart
  const header = { columns: columns.map(({ name }) => ({ name, type: 'text' as const })) }
  yield await workers.run(task('sheetPart'), { ...header, rows: [columns.map(({ name }) => name)] })
  for await (const table of pages) yield await workers.run(task('sheetPart'), table)
  yield sheetEnd
}
