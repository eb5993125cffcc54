import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A web server that takes HLS by PUT, and takes it strictly. */
export interface HlsOrigin {
  readonly port: number
  /** Files by their path with the query. */
  readonly files: Map<string, Buffer>
  /** Paths of files that were removed. */
  readonly removed: string[]
  /** Faults of senders, in English. */
  readonly faults: string[]
  /** The status for files whose path contains a text, from now on. */
  answer(text: string, status: number): void
  /** Breaks the connection of the next request. */
  breakNext(): void
  close(): Promise<void>
}

const types: Readonly<Record<string, string>> = {
  ts: 'video/mp2t',
  m3u8: 'application/vnd.apple.mpegurl',
}

/** Starts an origin. @param authorization that each request must have */
export async function startHlsOrigin(authorization?: string): Promise<HlsOrigin> {
  const files = new Map<string, Buffer>()
  const removed: string[] = []
  const faults: string[] = []
  const statuses = new Map<string, number>()

  async function take(request: IncomingMessage): Promise<number> {
    const path = request.url ?? ''
    const body = await readAll(request)
    const refusal = [...statuses].find(([text]) => path.includes(text))?.[1]
    if (refusal !== undefined && refusal !== 200) return refusal
    if (request.headers.authorization !== authorization) return 401
    if (request.method === 'DELETE') {
      removed.push(path)
      return files.delete(path) ? 204 : 404
    }
    if (request.method !== 'PUT') return 405
    const kind = /\.(ts|m3u8)(?:\?|$)/.exec(path)?.[1] ?? 'none'
    if (request.headers['content-type'] !== types[kind]) faults.push(`${path} has another type`)
    if (kind === 'm3u8') checkPlaylist(body.toString(), path)
    else if (files.has(path)) faults.push(`${path} came twice`)
    files.set(path, body)
    return 201
  }

  function checkPlaylist(text: string, path: string): void {
    const names = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    for (const name of names)
      if (![...files.keys()].some((file) => file.includes(name))) faults.push(`${path} lists ${name}`)
    const before = files.get(path)?.toString()
    if (before !== undefined && numberOf(text) < numberOf(before)) faults.push(`${path} goes back`)
  }

  let isBreaking = false
  const server = createServer((request, response) => {
    if (isBreaking) {
      isBreaking = false
      request.socket.destroy()
      return
    }
    take(request).then(
      (status) => response.writeHead(status).end(),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    files,
    removed,
    faults,
    answer: (text, status) => void statuses.set(text, status),
    breakNext() {
      isBreaking = true
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The number of the first segment of a playlist. */
function numberOf(playlist: string): number {
  return Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(playlist)?.[1])
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
