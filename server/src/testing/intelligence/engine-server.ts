import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Reply<Asked> = (asked: Asked, response: ServerResponse) => void

export interface EngineServer<Asked> {
  readonly url: string
  /** The requests, in order. */
  readonly asked: Asked[]
  /** Faults of the requests. */
  readonly faults: string[]
  reply(next: Reply<Asked>): void
  close(): Promise<void>
}

/** Records a fault of a request unless a condition holds. */
export type Must = (isRight: boolean, fault: string) => void

/** Starts an engine that takes its protocol strictly. It answers with 500 until `reply` says otherwise.
 * @param read checks a request and returns what it asks */
export async function openEngineServer<Asked>(
  read: (request: IncomingMessage, body: Buffer<ArrayBuffer>, must: Must) => Promise<Asked> | Asked,
): Promise<EngineServer<Asked>> {
  const asked: Asked[] = []
  const faults: string[] = []
  let answer: Reply<Asked> = (_asked, response) => void response.writeHead(500).end()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const must: Must = (isRight, fault) => void (isRight || faults.push(fault))
    const question = await read(request, Buffer.concat(chunks), must)
    asked.push(question)
    answer(question, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1/`,
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
