import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The part of a chDB session that the front uses. */
interface EngineSession {
  queryAsync(sql: string, options: { readonly format: string }): Promise<{ bytes(): Uint8Array }>
  close(): void
}

export interface EngineFront {
  readonly port: number
  close(): Promise<void>
}

/** Concurrent statements, each in one of libuv's four threads. The engine itself has no limit. */
const LANES = 4
/** Much larger than the insert of the largest batch. */
const MAX_BODY_BYTES = 64 * 1024 ** 2
const MAX_WAITING = 200

/** Serves the embedded engine with the protocol of ClickHouse's HTTP interface. Settings and parameters in the URL are
 * ignored; statements contain both, so that they work the same on a ClickHouse server. */
export async function startEngineFront(open: () => EngineSession, secret: string): Promise<EngineFront> {
  const free = Array.from({ length: LANES }, open)
  const all = [...free]
  const waiting: ((lane: EngineSession) => void)[] = []

  async function run(statement: string): Promise<Uint8Array> {
    const lane = free.pop() ?? (await new Promise<EngineSession>((resolve) => waiting.push(resolve)))
    try {
      const result = await lane.queryAsync(statement, { format: 'JSONEachRow' })
      return result.bytes()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free.push(lane)
      else next(lane)
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/ping') return void response.end('Ok.\n')
    if (!isAllowed(request, secret)) return refuse(response, 403, 516, 'Authentication failed')
    if (waiting.length >= MAX_WAITING) return refuse(response, 503, 202, 'Too many simultaneous queries')
    const statement = await bodyOf(request)
    if (statement === null) return refuse(response, 413, 62, 'The statement is too long')
    try {
      response.end(await run(statement))
    } catch (error) {
      const { message, code } = faultOf(error)
      refuse(response, 500, code, message)
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      for (const lane of all) lane.close()
    },
  }
}

function isAllowed({ headers }: IncomingMessage, secret: string): boolean {
  const given = Buffer.from((headers.authorization ?? '').replace(/^Basic /, ''), 'base64')
  const wanted = Buffer.from(`kinora:${secret}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function faultOf(error: unknown): { message: string; code: number } {
  const message = error instanceof Error ? error.message : String(error)
  return { message, code: Number(/^Code: (\d+)/.exec(message)?.[1] ?? 1001) }
}

function refuse(response: ServerResponse, status: number, code: number, message: string): void {
  const text = message.startsWith('Code: ') ? message : `Code: ${code}. DB::Exception: ${message}. (KINORA)`
  response.writeHead(status, { 'x-clickhouse-exception-code': String(code) }).end(text)
}
