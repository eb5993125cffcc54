import type { ServerResponse } from 'node:http'
import { type EngineServer, openEngineServer } from './engine-server.ts'

/** A question for a language model. */
interface Asked {
  readonly messages: readonly { readonly role: string; readonly content: string }[]
}

export interface ChatServer extends EngineServer<Asked> {
  readonly key: string
}

const KEY = 'chat-key-1'

/** A server that speaks the protocol of OpenAI for completions, and takes it strictly. */
export async function openChatServer(): Promise<ChatServer> {
  const server = await openEngineServer((request, bytes, must) => {
    const body = JSON.parse(bytes.toString('utf8'))
    must(request.method === 'POST' && request.url === '/v1/chat/completions', `${request.url}`)
    must(request.headers.authorization === `Bearer ${KEY}`, 'authorization')
    must(request.headers['content-type'] === 'application/json', 'content-type')
    must(body.model === 'writer-1' && body.temperature === 0, 'model or temperature')
    const { type, json_schema: schema } = body.response_format ?? {}
    must(type === 'json_schema' && schema?.strict === true, 'response_format')
    // A strict schema lists all properties as required, and allows no others.
    const { properties = {}, required = [], additionalProperties } = schema?.schema ?? {}
    const areRequired = Object.keys(properties).every((name) => required.includes(name))
    must(areRequired && additionalProperties === false, 'schema')
    return body as Asked
  })
  return { ...server, key: KEY }
}

/** Answers with a text. */
export function completes(response: ServerResponse, content: string): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({ choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] }),
  )
}
