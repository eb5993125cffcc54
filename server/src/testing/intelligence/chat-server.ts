import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A question for a language model. */
interface Asked {
  readonly messages: readonly { readonly role: string; readonly content: string }[]
}

type Reply = (asked: Asked, response: ServerResponse) => void

export interface ChatServer {
  readonly url: string
  readonly key: string
  readonly asked: Asked[]
  /** Faults of the requests. */
  readonly faults: string[]
  reply(next: Reply): void
  close(): Promise<void>
}

const KEY = 'chat-key-1'

/** A server that speaks the protocol of OpenAI for completions, and takes it strictly. */
export async function openChatServer(): Promise<ChatServer> {
  const asked: Asked[] = []
  const faults: string[] = []
  let answer: Reply = (_asked, response) => void response.writeHead(500).end()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    const must = (isRight: boolean, fault: string) => void (isRight || faults.push(fault))
    must(request.method === 'POST' && request.url === '/v1/chat/completions', `${request.url}`)
    must(request.headers.authorization === `Bearer ${KEY}`, 'authorization')
    must(request.headers['content-type'] === 'application/json', 'content-type')
    must(body.model === 'writer-1' && body.temperature === 0, 'model or temperature')
    const { type, json_schema: schema } = body.response_format ?? {}
    must(type === 'json_schema' && schema?.strict === true, 'response_format')
    // A strict schema lists all properties as required, and allows no others.
    const { properties = {}, required = [], additionalProperties } = schema?.schema ?? {}
    must(
      Object.keys(properties).every((name) => required.includes(name)),
      'required',
    )
    must(additionalProperties === false, 'additionalProperties')
    asked.push(body)
    answer(body, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1/`,
    key: KEY,
    asked,
    faults,
    reply: (next) => {
      answer = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Answers with a text. */
export function completes(response: ServerResponse, content: string): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({ choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] }),
  )
}
