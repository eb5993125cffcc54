import { type NodeStream, readNode } from '../../../platform/nodes/read-node.ts'
import { type FeedMessage, feedReader } from './feed-message.ts'

interface FeedReaderOptions extends Omit<NodeStream, 'kind' | 'onChunk'> {
  readonly onMessage: (message: FeedMessage) => void
}

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
