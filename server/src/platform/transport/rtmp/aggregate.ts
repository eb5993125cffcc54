import type { RtmpMessage } from './messages.ts'

/** Bytes of an FLV tag's header, and of the size after the tag. */
const HEADER_BYTES = 11
const SIZE_BYTES = 4

/** The messages in an aggregate message (RTMP 1.0, 7.1.6). Their times are relative to that of the first one, which is
 * at the time of the aggregate. A message that is cut off is left out. */
export function splitAggregate({ timestampMs, streamId, body }: RtmpMessage): RtmpMessage[] {
  const messages: RtmpMessage[] = []
  let shiftMs: number | null = null
  let at = 0
  while (at + HEADER_BYTES <= body.length) {
    const end = at + HEADER_BYTES + body.readUIntBE(at + 1, 3)
    if (end > body.length) break
    // The highest byte of the time comes last.
    const ownMs = body.readUIntBE(at + 4, 3) + body.readUInt8(at + 7) * 2 ** 24
    shiftMs ??= timestampMs - ownMs
    messages.push({
      type: body.readUInt8(at),
      streamId,
      timestampMs: (ownMs + shiftMs + 2 ** 32) % 2 ** 32,
      body: body.subarray(at + HEADER_BYTES, end),
    })
    at = end + SIZE_BYTES
  }
  return messages
}
