import { type FeedMessage, feedReader } from './feed-message.ts'
import { type FeedKind, feedPath } from './feed-server.ts'
import { type NodeAccess, requestNode } from './node-access.ts'

export interface FeedReaderOptions {
  readonly nodeUrl: string
  readonly access: NodeAccess
  readonly streamId: string
  readonly onMessage: (message: FeedMessage) => void
  /** The connection has ended, for whatever reason. Called once. */
  readonly onClosed: () => void
}

interface NodeStream extends Omit<FeedReaderOptions, 'onMessage'> {
  readonly kind: FeedKind
  /** Reads the next bytes. The connection ends if it throws. */
  readonly onChunk: (chunk: Buffer<ArrayBuffer>) => void
}

/** The node sends something every 2 s. */
const SILENCE_MS = 6000

/** Reads the feed of a stream until `close` is called or the connection ends. */
export function readFeed({ onMessage, ...options }: FeedReaderOptions): { readonly close: () => void } {
  const read = feedReader()
  return readNode({
    ...options,
    kind: 'feed',
    onChunk(chunk) {
      for (const message of read(chunk)) onMessage(message)
    },
  })
}

/** Reads what a node sends of a stream. */
export function readNode(options: NodeStream): { readonly close: () => void } {
  const { nodeUrl, access, streamId, kind, onChunk, onClosed } = options
  const request = requestNode(new URL(feedPath(kind, streamId), nodeUrl), access, { timeout: SILENCE_MS })
  request.on('response', (response) => {
    if (response.statusCode !== 200) {
      response.destroy()
      return
    }
    response.on('data', (chunk: Buffer<ArrayBuffer>) => {
      try {
        onChunk(chunk)
      } catch (error) {
        response.destroy(error instanceof Error ? error : new Error('the feed cannot be read'))
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
