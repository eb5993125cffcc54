import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly event: { readonly id: string; readonly type: string; readonly data: Record<string, unknown> }
  readonly at: number
}

export interface Answer {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: string
}

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  close(): Promise<void>
}

/** A real HTTP server on loopback that receives webhooks. Null leaves the request unanswered. */
export async function startReceiver(
  decide: (received: Received, count: number) => Answer | null | Promise<Answer | null> = () => ({
    status: 204,
  }),
): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const body = Buffer.concat(chunks).toString()
    const entry = { headers: request.headers, body, event: JSON.parse(body), at: Date.now() }
    received.push(entry)
    const answer = await decide(entry, received.length)
    if (answer !== null) reply.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
