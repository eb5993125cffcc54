import type { LiveMark, LiveMarkStyle, Packaged } from '@kinora/media'

/** What a live node tells delivery of a stream, after everything that is still in the window. */
export type FeedMessage =
  | { readonly type: 'opened'; readonly settings: FeedSettings }
  | Packaged
  /** The rendition ends before the stream. */
  | { readonly type: 'removed'; readonly rendition: string }
  /** What viewers see now. */
  | { readonly type: 'air'; readonly source: 'publisher' | 'slate' }
  /** Ended segments are stored in this content: `firstMsn` is the one with this number. */
  | {
      readonly type: 'recording'
      readonly contentId: string
      readonly firstMsn: number
      readonly firstNumber: number
    }
  /** Breaks that playlists announce, in place of those before. */
  | { readonly type: 'marks'; readonly style: LiveMarkStyle; readonly marks: readonly LiveMark[] }
  | { readonly type: 'ended' }
  /** Shows that the node lives. */
  | { readonly type: 'ping' }

export interface FeedSettings {
  readonly targetS: number
  readonly partS: number
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
