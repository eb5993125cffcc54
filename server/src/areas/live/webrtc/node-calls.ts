import type { ServerResponse } from 'node:http'
import { request } from 'node:http'
import type { WhipAnswer, WhipRequest, WhipServer } from './whip.ts'

/** Calls of the web server to a live node, over the node's own HTTP server. */
export type NodeCall =
  | { readonly call: 'whip'; readonly request: WhipRequest }
  /** Ends a session of a publisher or viewer. */
  | { readonly call: 'end'; readonly id: string }

const PATH = '/webrtc'
/** A node answers sooner: it waits at most for its database and library. */
const TIMEOUT_MS = 8000
const MAX_BYTES = 256 * 1024

/** Answers calls on a live node. False if the request is for something else. */
export function answerNodeCall(
  whip: WhipServer,
  path: string,
  body: string,
  response: ServerResponse,
): boolean {
  if (path !== PATH) return false
  // The sender is another process of the same version, which signs its requests.
  const call = JSON.parse(body) as NodeCall
  const send = (value: unknown) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  if (call.call === 'end') send(whip.end(call.id))
  else void whip.publish(call.request).then(send)
  return true
}

export interface NodeAddress {
  readonly nodeUrl: string
  readonly secret: string
}

/** Passes an offer of a publisher to a live node. Rejects if the node does not answer. */
export async function callWhip(node: NodeAddress, whip: WhipRequest): Promise<WhipAnswer> {
  return (await post(node, { call: 'whip', request: whip })) as WhipAnswer
}

/** Ends a session of WHIP or WHEP. False if the node has none with this ID. */
export async function callEnd(node: NodeAddress, id: string): Promise<boolean> {
  return (await post(node, { call: 'end', id })) === true
}

function post({ nodeUrl, secret }: NodeAddress, call: NodeCall): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(PATH, nodeUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      timeout: TIMEOUT_MS,
    })
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
        if (text.length > MAX_BYTES) response.destroy(new Error('the answer of a live node is too long'))
      })
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`a live node answered ${response.statusCode}`))
        else resolve(JSON.parse(text))
      })
    })
    sent.on('timeout', () => sent.destroy(new Error('a live node does not answer')))
    sent.on('error', reject)
    sent.end(JSON.stringify(call))
  })
}
