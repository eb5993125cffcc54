import { type NodeAccess, requestNode } from './node-access.ts'
import { type NodeKind, nodePath } from './node-server.ts'

export interface NodeStream {
  readonly nodeUrl: string
  readonly access: NodeAccess
  readonly streamId: string
  readonly kind: NodeKind
  /** Reads the next bytes. The connection ends if it throws. */
  readonly onChunk: (chunk: Buffer<ArrayBuffer>) => void
  /** The connection has ended, for whatever reason. Called once. */
  readonly onClosed: () => void
}

/** The node sends something every 2 s. */
const SILENCE_MS = 6000

/** Reads what a node sends of a stream. */
export function readNode(options: NodeStream): { readonly close: () => void } {
  const { nodeUrl, access, streamId, kind, onChunk, onClosed } = options
  const request = requestNode(new URL(nodePath(kind, streamId), nodeUrl), access, { timeout: SILENCE_MS })
  request.on('response', (response) => {
    if (response.statusCode !== 200) {
      response.destroy()
      return
    }
    response.on('data', (chunk: Buffer<ArrayBuffer>) => {
      try {
        onChunk(chunk)
      } catch (error) {
        response.destroy(error instanceof Error ? error : new Error('the stream cannot be read'))
      }
    })
    response.on('error', () => undefined)
  })
  request.on('timeout', () => request.destroy())
  request.on('error', () => undefined)
  request.on('close', onClosed)
  request.end()
  return { close: () => request.destroy() }
}
