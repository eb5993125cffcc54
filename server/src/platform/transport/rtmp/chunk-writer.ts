/** Fields of a message besides its body. */
export interface ChunkHeader {
  readonly chunkStream: number
  readonly type: number
  readonly streamId: number
  readonly timestampMs: number
}

const HEADER_BYTES = 12
const EXTENDED = 0xffffff
const EXTENDED_BYTES = 4
/** Format 3: the chunk continues a message (RTMP 1.0, 5.3.1.2.4). */
const CONTINUES = 0xc0

/** Splits a message into chunks, the first of which has the whole header (RTMP 1.0, 5.3.1). @param body in parts */
export function writeChunks(header: ChunkHeader, body: readonly Uint8Array[], chunkBytes: number): Buffer {
  const { chunkStream, type, streamId, timestampMs } = header
  const length = body.reduce((sum, part) => sum + part.length, 0)
  const isExtended = timestampMs >= EXTENDED
  const nextBytes = isExtended ? 1 + EXTENDED_BYTES : 1
  const further = Math.max(0, Math.ceil(length / chunkBytes) - 1)
  const bytes = Buffer.allocUnsafe(
    HEADER_BYTES + (isExtended ? EXTENDED_BYTES : 0) + further * nextBytes + length,
  )
  bytes.writeUInt8(chunkStream, 0)
  bytes.writeUIntBE(isExtended ? EXTENDED : timestampMs, 1, 3)
  bytes.writeUIntBE(length, 4, 3)
  bytes.writeUInt8(type, 7)
  bytes.writeUInt32LE(streamId, 8)
  let at = HEADER_BYTES
  if (isExtended) at = bytes.writeUInt32BE(timestampMs, at)
  let left = chunkBytes
  for (const part of body)
    for (let from = 0; from < part.length; ) {
      if (left === 0) {
        at = bytes.writeUInt8(CONTINUES | chunkStream, at)
        if (isExtended) at = bytes.writeUInt32BE(timestampMs, at)
        left = chunkBytes
      }
      const count = Math.min(left, part.length - from)
      bytes.set(part.subarray(from, from + count), at)
      at += count
      from += count
      left -= count
    }
  return bytes
}
