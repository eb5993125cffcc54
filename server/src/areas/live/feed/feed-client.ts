import { type FeedMessage, feedReader } from './feed-message.ts'
import { feedPath } from './feed-server.ts'
import { type NodeAccess, requestNode } from './node-access.ts'

export interface FeedReaderOptions {
  readonly nodeUrl: string
  readonly access: NodeAccess
  readonly streamId: string
  readonly onMessage: (message: FeedMessage) => void
  /** The connection has ended, for whatever reason. Called once. */
  readonly onClosed: () => void
}

/** The node sends a ping every 2 s. */
const SILENCE_MS = 6000

/** Reads the feed of a stream until `close` is called or the connection ends. */
export function readFeed(options: FeedReaderOptions): { readonly close: () => void } {
  const { nodeUrl, access, streamId, onMessage, onClosed } = options
  const request = requestNode(new URL(feedPath(streamId), nodeUrl), access, { timeout: SILENCE_MS })
  request.on('response', (response) => {
    if (response.statusCode !== 200) {
      response.destroy()
      return
    }
    const read = feedReader()
    response.on('data', (chunk: Buffer) => {
      try {
        for (const message of read(chunk)) onMessage(message)
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
