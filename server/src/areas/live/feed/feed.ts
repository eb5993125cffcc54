import type { ServerResponse } from 'node:http'
import { encodeFeedMessage, type FeedMessage } from './feed-message.ts'

/** Sends messages to all readers of one stream. */
export interface Feed {
  send(message: FeedMessage): void
  /** @param replay messages that rebuild the window for a new reader */
  open(response: ServerResponse, replay: readonly FeedMessage[]): void
  end(): void
}

/** Unsent bytes of a reader. A slower reader is disconnected and reconnects. */
const MAX_UNSENT_BYTES = 64 * 1024 ** 2
const PING_MS = 2000

export function createFeed(): Feed {
  const readers = new Set<ServerResponse>()
  const send = (message: FeedMessage) => {
    if (readers.size === 0) return
    const bytes = encodeFeedMessage(message)
    for (const reader of readers) {
      if (reader.writableLength > MAX_UNSENT_BYTES) reader.destroy()
      else reader.write(bytes)
    }
  }
  const ping = setInterval(() => send({ type: 'ping' }), PING_MS)
  ping.unref()
  return {
    send,
    open(response, replay) {
      response.writeHead(200, { 'content-type': 'application/octet-stream' })
      for (const message of replay) response.write(encodeFeedMessage(message))
      readers.add(response)
      response.on('close', () => readers.delete(response))
    },
    end() {
      clearInterval(ping)
      for (const reader of readers) reader.end()
      readers.clear()
    },
  }
}
