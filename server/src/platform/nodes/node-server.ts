import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** Serves the streams of a node to other processes. */
export interface NodeServer {
  readonly url: string
  close(): Promise<void>
}

/** Maximum size of a WebRTC offer as JSON. */
const MAX_BODY_BYTES = 256 * 1024

/** Kinds of responses of a node for a stream: all its output, the smallest rendition with levels and state, its audio, or what
 * viewers get as MPEG-TS. */
const kinds = ['feed', 'preview', 'audio', 'media'] as const
export type NodeKind = (typeof kinds)[number]

export const nodePath = (kind: NodeKind, streamId: string) => `/${kind}/${streamId}`

export interface NodeHandlers {
  /** Sends the stream with this ID to a response; false if this node has no such stream. */
  open(kind: NodeKind, streamId: string, response: ServerResponse): boolean
  /** Answers a POST; false if this node has nothing at this path. */
  call(path: string, body: string, response: ServerResponse): boolean
}

/** Address and certificate of the server, and the secret that requests need. */
export interface NodeListening {
  readonly secret: string
  readonly host: string
  /** Null for no TLS. */
  readonly tls: { readonly cert: string; readonly key: string } | null
}

export async function startNodeServer(
  { secret, host, tls }: NodeListening,
  { open, call }: NodeHandlers,
): Promise<NodeServer> {
  const expected = Buffer.from(`Bearer ${secret}`)
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const given = Buffer.from(request.headers.authorization ?? '')
    const isAllowed = given.length === expected.length && timingSafeEqual(given, expected)
    const [, name, streamId = ''] = /^\/([a-z]+)\/([0-9a-f-]{36})$/.exec(request.url ?? '') ?? []
    const kind = kinds.find((each) => each === name)
    const isRead = isAllowed && request.method === 'GET' && kind !== undefined
    if (isRead && open(kind, streamId, response)) return
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
    if (length > MAX_BODY_BYTES) throw new Error('a call to a node is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
