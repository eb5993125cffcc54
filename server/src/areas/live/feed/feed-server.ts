import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { encodeFeedMessage, type FeedMessage } from './feed-message.ts'

/** Serves the streams of a live node to delivery processes. */
export interface FeedServer {
  readonly url: string
  close(): Promise<void>
}

/** Sends messages to all readers of one stream. */
export interface Feed {
  send(message: FeedMessage): void
  /** @param replay messages that rebuild the window for a new reader */
  open(response: ServerResponse, replay: readonly FeedMessage[]): void
  end(): void
}

/** Unsent bytes of a reader. A slower reader is disconnected and reconnects. */
const MAX_UNSENT_BYTES = 64 * 1024 ** 2
const PING_MS = 2000
/** Maximum size of a WebRTC offer as JSON. */
const MAX_BODY_BYTES = 256 * 1024

/** Kinds of responses of a node for a stream: all its output, or the smallest rendition with levels and health. */
export type FeedKind = 'feed' | 'preview'

export const feedPath = (kind: FeedKind, streamId: string) => `/${kind}/${streamId}`

export interface FeedHandlers {
  /** Sends the stream with this ID to a response; false if this node has no such stream. */
  open(kind: FeedKind, streamId: string, response: ServerResponse): boolean
  /** Answers a POST; false if this node has nothing at this path. */
  call(path: string, body: string, response: ServerResponse): boolean
}

/** Address and certificate of the server, and the secret that requests need. */
export interface FeedListening {
  readonly secret: string
  readonly host: string
  /** Null for no TLS. */
  readonly tls: { readonly cert: string; readonly key: string } | null
}

export async function startFeedServer(
  { secret, host, tls }: FeedListening,
  { open, call }: FeedHandlers,
): Promise<FeedServer> {
  const expected = Buffer.from(`Bearer ${secret}`)
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const given = Buffer.from(request.headers.authorization ?? '')
    const isAllowed = given.length === expected.length && timingSafeEqual(given, expected)
    const [, kind, streamId = ''] = /^\/(feed|preview)\/([0-9a-f-]{36})$/.exec(request.url ?? '') ?? []
    const asked: FeedKind = kind === 'preview' ? 'preview' : 'feed'
    if (isAllowed && request.method === 'GET' && open(asked, streamId, response)) return
    if (isAllowed && request.method === 'POST') {
      readBody(request).then(
        (body) => {
          if (!call(request.url ?? '', body, response)) response.writeHead(404).end()
        },
        () => response.destroy(),
      )
      return
    }
    response.writeHead(isAllowed ? 404 : 403).end()
  }
  const server =
    tls === null ? createServer(answer) : createTlsServer({ ...tls, minVersion: 'TLSv1.2' }, answer)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, host, resolve)
  })
  const { address, port, family } = server.address() as AddressInfo
  return {
    url: `${tls === null ? 'http' : 'https'}://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue
    length += chunk.length
    if (length > MAX_BODY_BYTES) throw new Error('a call to a live node is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export function createFeed(): Feed {
  const readers = new Set<ServerResponse>()
  const send = (message: FeedMessage) => {
    if (readers.size === 0) return
    const bytes = encodeFeedMessage(message)
    for (const reader of readers) {
      if (reader.writableLength > MAX_UNSENT_BYTES) reader.destroy()
      else reader.write(bytes)
    }
  }
  const ping = setInterval(() => send({ type: 'ping' }), PING_MS)
  ping.unref()
  return {
    send,
    open(response, replay) {
      response.writeHead(200, { 'content-type': 'application/octet-stream' })
      for (const message of replay) response.write(encodeFeedMessage(message))
      readers.add(response)
      response.on('close', () => readers.delete(response))
    },
    end() {
      clearInterval(ping)
      for (const reader of readers) reader.end()
      readers.clear()
    },
  }
}
