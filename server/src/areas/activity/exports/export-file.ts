import { Readable } from 'node:stream'
import { exportLimit } from '@kinora/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { csvLine } from '../../../platform/csv.ts'
import type { Page, Position } from '../pages.ts'

export type ExportFormat = 'csv' | 'json'

/** The value of each column. */
export type Columns<Item> = Readonly<Record<string, (item: Item) => unknown>>

const PAGE = 500

interface Export<Item> {
  /** Without extension. */
  readonly name: string
  readonly format: ExportFormat
  /** Columns of the CSV. JSON has the unchanged items. */
  readonly columns: Columns<Item>
  readonly read: (after: Position | null, pageSize: number) => Promise<Page<Item>>
}

/** Streams records as a file, with only one page in memory. */
export function sendExport<Item>(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, format, columns, read }: Export<Item>,
): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${name}.${format}"`)
  reply.type(format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/json; charset=utf-8')
  if (request.method === 'HEAD') return reply.send('')
  const pages = pagesOf(read)
  return reply.send(
    Readable.from(format === 'csv' ? csvOf(pages, columns) : jsonOf(pages), { highWaterMark: 1 }),
  )
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
  yield csvLine(Object.keys(columns))
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
