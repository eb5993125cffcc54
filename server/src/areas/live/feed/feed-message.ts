import type { LiveMark, LiveMarkStyle, Packaged } from '@kinora/media'

/** Messages from a live node to delivery about one stream. A reader first gets the messages that rebuild the window. */
export type FeedMessage =
  /** Begins an empty window. */
  | { readonly type: 'opened'; readonly settings: FeedSettings }
  | Packaged
  /** The rendition ended before the stream. */
  | { readonly type: 'removed'; readonly rendition: string }
  /** The source that viewers see from now on. */
  | { readonly type: 'air'; readonly source: 'publisher' | 'slate' }
  /** Content that ended segments are stored in. The segment `firstMsn` has the number `firstNumber` there. */
  | {
      readonly type: 'recording'
      readonly contentId: string
      readonly firstMsn: number
      readonly firstNumber: number
    }
  /** Breaks that playlists announce. Replaces the breaks of earlier messages. */
  | { readonly type: 'marks'; readonly style: LiveMarkStyle; readonly marks: readonly LiveMark[] }
  | { readonly type: 'ended' }
  /** Keeps the connection alive. */
  | { readonly type: 'ping' }

export interface FeedSettings {
  readonly targetS: number
  readonly windowS: number
  readonly keptSegments: number
}

const HEAD_BYTES = 8
const MAX_MESSAGE_BYTES = 64 * 1024 ** 2

/** Lengths of both parts (32 bits each), the message as JSON, its bytes. */
export function encodeFeedMessage(message: FeedMessage): Buffer {
  const { bytes, ...rest } = 'bytes' in message ? message : { ...message, bytes: new Uint8Array(0) }
  const json = Buffer.from(JSON.stringify(rest))
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32BE(json.length, 0)
  head.writeUInt32BE(bytes.length, 4)
  return Buffer.concat([head, json, bytes])
}

/** Reads the messages of a feed. Call it with each chunk. @throws if a message is too large */
export function feedReader(): (chunk: Buffer) => FeedMessage[] {
  let chunks: Buffer[] = []
  let length = 0
  let needed = HEAD_BYTES
  return (chunk) => {
    chunks.push(chunk)
    length += chunk.length
    if (length < needed) return []
    let bytes = Buffer.concat(chunks)
    const messages: FeedMessage[] = []
    needed = HEAD_BYTES
    while (bytes.length >= HEAD_BYTES) {
      const jsonEnd = HEAD_BYTES + bytes.readUInt32BE(0)
      const end = jsonEnd + bytes.readUInt32BE(4)
      if (end > MAX_MESSAGE_BYTES) throw new Error('a message of a live feed is too large')
      if (bytes.length < end) {
        needed = end
        break
      }
      messages.push(decode(bytes.subarray(HEAD_BYTES, jsonEnd), bytes.subarray(jsonEnd, end)))
      bytes = bytes.subarray(end)
    }
    chunks = [bytes]
    length = bytes.length
    return messages
  }
}

/** The sender is another process of the same version, which signs its requests. */
function decode(json: Buffer, body: Buffer): FeedMessage {
  const message = JSON.parse(json.toString()) as FeedMessage
  return message.type === 'init' || message.type === 'part'
    ? { ...message, bytes: new Uint8Array(body) }
    : message
}
