import type { IncomingMessage, ServerResponse } from 'node:http'
import { type NodeAccess, requestNode } from '../../../platform/nodes/node-access.ts'
import type { WhepAnswer, WhepRequest, WhepServer } from './whep.ts'
import type { WhipAnswer, WhipRequest, WhipServer } from './whip.ts'

/** Calls from web and delivery processes to the HTTP server of a live node. */
type NodeCall =
  | { readonly call: 'whip'; readonly request: WhipRequest }
  /** The response stays open as long as the viewer is connected. Closing either one closes the other. */
  | { readonly call: 'whep'; readonly request: WhepRequest }
  /** Ends a session of a publisher or viewer. */
  | { readonly call: 'end'; readonly id: string }

const PATH = '/webrtc'
/** Longer than a node waits for its database and library. */
const TIMEOUT_MS = 8000
const MAX_CHARS = 256 * 1024

/** Answers calls on a live node. False for other requests. */
export function answerNodeCall(
  { whip, whep }: { readonly whip: WhipServer; readonly whep: WhepServer },
  path: string,
  body: string,
  response: ServerResponse,
): boolean {
  if (path !== PATH) return false
  // The sender is another process of the same version, which signs its requests.
  const call = JSON.parse(body) as NodeCall
  response.writeHead(200, { 'content-type': 'application/json' })
  const send = (value: unknown) => response.end(`${JSON.stringify(value)}\n`)
  if (call.call === 'end') send(whip.end(call.id) || whep.end(call.id))
  else if (call.call === 'whip') void whip.publish(call.request).then(send)
  else {
    void whep
      .watch(call.request, () => response.end())
      .then((answer) => {
        if (answer.type !== 'answer') return send(answer)
        if (response.destroyed) return whep.end(answer.id)
        response.on('close', () => whep.end(answer.id))
        return response.write(`${JSON.stringify(answer)}\n`)
      })
  }
  return true
}

export interface NodeAddress {
  readonly nodeUrl: string
  readonly access: NodeAccess
}

/** Sends the offer of a publisher to a live node. Rejects if the node does not answer. */
export async function callWhip(node: NodeAddress, whip: WhipRequest): Promise<WhipAnswer> {
  const { answer } = await open(node, { call: 'whip', request: whip })
  return answer as WhipAnswer
}

/** A viewer on a live node. */
export interface RemoteViewer {
  readonly answer: WhepAnswer
  /** Resolves when the viewer has left. */
  readonly closed: Promise<void>
  /** Disconnects the viewer. */
  close(): void
}

/** Sends the offer of a viewer to a live node. Rejects if the node does not answer. */
export async function callWhep(node: NodeAddress, whep: WhepRequest): Promise<RemoteViewer> {
  const { answer, response } = await open(node, { call: 'whep', request: whep })
  const closed = new Promise<void>((resolve) => response.once('close', resolve))
  return { answer: answer as WhepAnswer, closed, close: () => response.destroy() }
}

/** Ends a session of WHIP or WHEP. False if the node has none with this ID. */
export async function callEnd(node: NodeAddress, id: string): Promise<boolean> {
  return (await open(node, { call: 'end', id })).answer === true
}

/** Resolves with the first line of the response. */
function open(
  { nodeUrl, access }: NodeAddress,
  call: NodeCall,
): Promise<{ answer: unknown; response: IncomingMessage }> {
  return new Promise((resolve, reject) => {
    const sent = requestNode(new URL(PATH, nodeUrl), access, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    const timer = setTimeout(() => sent.destroy(new Error('a live node does not answer')), TIMEOUT_MS)
    sent.on('close', () => clearTimeout(timer))
    sent.on('error', reject)
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('error', reject)
      response.on('end', () => reject(new Error('a live node gave no answer')))
      response.on('data', (chunk: string) => {
        if (text.length > MAX_CHARS || response.statusCode !== 200) {
          response.destroy(new Error(`a live node answered ${response.statusCode}`))
          return
        }
        if (text.includes('\n')) return
        text += chunk
        if (!text.includes('\n')) return
        clearTimeout(timer)
        resolve({ answer: JSON.parse(text), response })
      })
    })
    sent.end(JSON.stringify(call))
  })
}
