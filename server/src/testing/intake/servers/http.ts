import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Listener, startListener } from './listener.ts'
import type { TestTree } from './tree.ts'

export interface HttpAsked {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export interface HttpAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** A server that answers requests from a tree. */
export async function startHttp(
  tree: TestTree,
  answer: (asked: HttpAsked) => HttpAnswer | Promise<HttpAnswer>,
): Promise<Listener> {
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const url = new URL(request.url ?? '/', 'http://server')
    const found = await answer({ method: request.method ?? '', url, headers: request.headers, body })
    send(tree, response, found, () => void listener.die())
  })
  const listener = await startListener((socket) => void server.emit('connection', socket))
  return listener
}

function send(tree: TestTree, response: ServerResponse, answer: HttpAnswer, die: () => void): void {
  const bytes = Buffer.from(answer.body ?? '')
  const { cutsAt } = tree
  // Without a length, the end of what was sent looks like that of the file.
  if (cutsAt !== null && bytes.length > cutsAt)
    return void response.writeHead(answer.status, answer.headers).end(bytes.subarray(0, cutsAt))
  // The length of an answer to HEAD is that of its body.
  response.writeHead(answer.status, { 'content-length': bytes.length, ...answer.headers })
  const { diesAt } = tree
  if (diesAt === null || bytes.length <= diesAt) return void response.end(bytes)
  tree.diesAt = null
  response.write(bytes.subarray(0, diesAt), die)
}

/** The bytes of a file, or of a part of it. */
export function fileAnswer(
  bytes: Buffer,
  range: string | undefined,
  headers: Readonly<Record<string, string>>,
): HttpAnswer {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  if (first === undefined) return { status: 200, headers, body: bytes }
  if (Number(first) >= bytes.length) return { status: 416 }
  return { status: 206, headers, body: bytes.subarray(Number(first), Number(last) + 1) }
}
