import { Readable } from 'node:stream'
import { cutText, type ExportFormat, exportLimit } from '@kinora/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { csvHeader, csvLine } from '../../../platform/csv.ts'
import type { Table } from '../../../platform/workbook/sheet-tasks.ts'
import { streamWorkbook } from '../../../platform/workbook/workbook.ts'
import type { Workers } from '../../../platform/workers/workers.ts'
import type { Page, Position } from '../pages.ts'

/** The value of each column. */
export type Columns<Item> = Readonly<Record<string, (item: Item) => unknown>>

const PAGE = 500
/** Limit of Excel. */
const MOST_CELL_CHARS = 32_767

const types = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

interface Export<Item> {
  /** Without extension. */
  readonly name: string
  readonly format: ExportFormat
  /** Columns of the table. JSON has the unchanged items. */
  readonly columns: Columns<Item>
  readonly read: (after: Position | null, pageSize: number) => Promise<Page<Item>>
}

/** Streams records as a file, with only one page in memory. */
export function sendExport<Item>(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, format, columns, read }: Export<Item>,
  workers: Workers,
): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${name}.${format}"`)
  reply.type(types[format])
  if (request.method === 'HEAD') return reply.send('')
  const pages = pagesOf(read)
  if (format === 'xlsx') return reply.send(workbookOf(workers, name, pages, columns))
  return reply.send(
    Readable.from(format === 'csv' ? csvOf(pages, columns) : jsonOf(pages), { highWaterMark: 1 }),
  )
}

function workbookOf<Item>(
  workers: Workers,
  name: string,
  pages: AsyncIterable<Item[]>,
  columns: Columns<Item>,
): Readable {
  const tableColumns = Object.keys(columns).map((each) => ({ name: each, type: columnType(each) }))
  const fields = Object.values(columns)
  async function* tables(): AsyncGenerator<Table> {
    for await (const items of pages)
      yield { columns: tableColumns, rows: items.map((item) => fields.map((field) => cellOf(field(item)))) }
  }
  return streamWorkbook(workers, name, tableColumns, tables())
}

function columnType(name: string): Table['columns'][number]['type'] {
  return name === 'createdAt' ? 'time' : 'text'
}

function cellOf(value: unknown): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number') return value
  return cutText(JSON.stringify(value), MOST_CELL_CHARS)
}

async function* pagesOf<Item>(read: Export<Item>['read']): AsyncGenerator<Item[]> {
  let after: Position | null = null
  for (let left = exportLimit; left > 0; ) {
    const page: Page<Item> = await read(after, Math.min(PAGE, left))
    if (page.items.length > 0) yield page.items
    if (page.next === null) return
    after = page.next
    left -= page.items.length
  }
}

async function* csvOf<Item>(pages: AsyncIterable<Item[]>, columns: Columns<Item>): AsyncGenerator<string> {
  yield csvHeader(Object.keys(columns))
  const fields = Object.values(columns)
  for await (const items of pages)
    yield items.map((item) => csvLine(fields.map((field) => field(item)))).join('')
}

async function* jsonOf<Item>(pages: AsyncIterable<Item[]>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const items of pages) {
    yield before + items.map((item) => JSON.stringify(item)).join(',\n')
    before = ',\n'
  }
  yield before === ',\n' ? '\n]\n' : '[]\n'
}
