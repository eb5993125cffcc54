import { RtmpFault } from './fault.ts'
import type { RtmpLimits } from './limits.ts'
import { MESSAGE, type RtmpMessage } from './messages.ts'

/** Joins chunks into messages (RTMP 1.0, 5.3). Applies protocol control messages, such as Set Chunk Size, itself. */
export interface ChunkReader {
  push(bytes: Buffer): void
  /** The next complete message, or null if more bytes are needed. @throws RtmpFault */
  next(): RtmpMessage | null
  /** Raises the limit of messages to the size of media, once the stream key is accepted. */
  allowMedia(): void
}

interface ChunkStream {
  timestampMs: number
  deltaMs: number
  /** Extended timestamp field, which later chunks of the message repeat. Null if the timestamp fits in 3 bytes. */
  extendedField: number | null
  length: number
  type: number
  streamId: number
  body: Buffer | null
  filledBytes: number
}

interface Header {
  readonly stream: ChunkStream
  readonly bytes: number
}

const DEFAULT_CHUNK_BYTES = 128
const EXTENDED = 0xffffff
/** Bytes of a message header by its format, after the basic header. */
const HEADER_BYTES = [11, 7, 3, 0]

export function createChunkReader(limits: RtmpLimits): ChunkReader {
  const streams = new Map<number, ChunkStream>()
  let pending: Buffer = Buffer.alloc(0)
  let chunkBytes = DEFAULT_CHUNK_BYTES
  let unfinishedBytes = 0
  let maxMessageBytes = limits.maxCommandBytes
  let maxUnfinishedBytes = limits.maxUnfinishedCommandBytes
  /** The chunk whose payload is being received. */
  let current: { readonly stream: ChunkStream; missingBytes: number } | null = null

  return {
    push(bytes) {
      pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes])
    },
    next() {
      for (;;) {
        current ??= startChunk()
        if (current === null) return null
        const message = fill(current)
        if (current.missingBytes > 0) return null
        current = null
        if (message !== null && !handle(message)) return message
      }
    },
    allowMedia() {
      maxMessageBytes = limits.maxMessageBytes
      maxUnfinishedBytes = limits.maxUnfinishedBytes
    },
  }

  /** Reads the header of a chunk. Null if it is not complete yet. */
  function startChunk() {
    const header = readHeader()
    if (header === null) return null
    const { stream } = header
    pending = pending.subarray(header.bytes)
    if (stream.body === null) {
      if (stream.length > maxMessageBytes) throw new RtmpFault('the message is too long')
      unfinishedBytes += stream.length
      if (unfinishedBytes > maxUnfinishedBytes) throw new RtmpFault('too many unfinished messages')
      stream.body = Buffer.allocUnsafe(stream.length)
      stream.filledBytes = 0
    }
    return { stream, missingBytes: Math.min(chunkBytes, stream.length - stream.filledBytes) }
  }

  function fill(chunk: { readonly stream: ChunkStream; missingBytes: number }): RtmpMessage | null {
    const { stream } = chunk
    if (stream.body === null) return null
    const count = pending.copy(stream.body, stream.filledBytes, 0, chunk.missingBytes)
    stream.filledBytes += count
    chunk.missingBytes -= count
    pending = pending.subarray(count)
    if (stream.filledBytes < stream.length) return null
    const { type, streamId, timestampMs, body } = stream
    discard(stream)
    return { type, streamId, timestampMs, body }
  }

  function discard(stream: ChunkStream): void {
    if (stream.body === null) return
    unfinishedBytes -= stream.length
    stream.body = null
  }

  /** Applies a message about chunks. False for other messages. */
  function handle({ type, body }: RtmpMessage): boolean {
    if (type !== MESSAGE.setChunkSize && type !== MESSAGE.abort) return false
    if (body.length < 4) throw new RtmpFault('a control message is too short')
    const value = body.readUInt32BE()
    if (type === MESSAGE.abort) {
      const stream = streams.get(value)
      if (stream) discard(stream)
      return true
    }
    if (value === 0) throw new RtmpFault('a chunk size of 0')
    chunkBytes = Math.min(value, limits.maxChunkBytes)
    return true
  }

  function readHeader(): Header | null {
    const first = pending[0]
    if (first === undefined) return null
    const format = first >> 6
    const basicBytes = [2, 3][first & 0x3f] ?? 1
    const fixedBytes = basicBytes + (HEADER_BYTES[format] ?? 0)
    if (pending.length < fixedBytes) return null
    const id = chunkStreamId(basicBytes)
    const known = streams.get(id)
    if (format === 3) return known ? continued(known, fixedBytes) : faultAt(id)
    if (format === 2 && !known) return faultAt(id)
    const field = pending.readUIntBE(basicBytes, 3)
    if (field === EXTENDED && pending.length < fixedBytes + 4) return null
    const extendedField = field === EXTENDED ? pending.readUInt32BE(fixedBytes) : null
    const stream = known ?? addStream(id)
    // The peer aborted the message.
    discard(stream)
    setTime(stream, format, extendedField ?? field)
    stream.extendedField = extendedField
    if (format < 2) {
      stream.length = pending.readUIntBE(basicBytes + 3, 3)
      stream.type = pending.readUInt8(basicBytes + 6)
    }
    if (format === 0) stream.streamId = pending.readUInt32LE(basicBytes + 7)
    return { stream, bytes: fixedBytes + (extendedField === null ? 0 : 4) }
  }

  function chunkStreamId(basicBytes: number): number {
    if (basicBytes === 1) return pending.readUInt8() & 0x3f
    return 64 + pending.readUInt8(1) + (basicBytes === 3 ? pending.readUInt8(2) * 256 : 0)
  }

  /** Reads a chunk without a header of its own (format 3). Some encoders do not repeat the extended timestamp in it. */
  function continued(stream: ChunkStream, basicBytes: number): Header | null {
    let bytes = basicBytes
    if (stream.extendedField !== null) {
      if (pending.length < basicBytes + 4) return null
      if (pending.readUInt32BE(basicBytes) === stream.extendedField) bytes += 4
    }
    if (stream.body === null) stream.timestampMs = (stream.timestampMs + stream.deltaMs) % 2 ** 32
    return { stream, bytes }
  }

  function addStream(id: number): ChunkStream {
    if (streams.size >= limits.maxChunkStreams) throw new RtmpFault('too many chunk streams')
    const stream: ChunkStream = {
      timestampMs: 0,
      deltaMs: 0,
      extendedField: null,
      length: 0,
      type: 0,
      streamId: 0,
      body: null,
      filledBytes: 0,
    }
    streams.set(id, stream)
    return stream
  }
}

/** Stores the time of a chunk. After an absolute time, its value is also the next delta (RTMP 1.0, 5.3.1.2.4). */
function setTime(stream: ChunkStream, format: number, value: number): void {
  stream.timestampMs = format === 0 ? value : (stream.timestampMs + value) % 2 ** 32
  stream.deltaMs = value
}

function faultAt(id: number): never {
  throw new RtmpFault(`chunk stream ${id} has not begun`)
}
