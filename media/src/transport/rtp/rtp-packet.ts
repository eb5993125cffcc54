/** A packet of RTP (RFC 3550, 5.1). */
export interface RtpPacket {
  readonly type: number
  readonly sequence: number
  readonly timestamp: number
  readonly source: number
  /** Whether it has padding and an extension, and the count of its contributors: the last six bits of its first byte. */
  readonly flags: number
  /** All behind the fixed header, which forward error correction covers. */
  readonly body: Buffer
  readonly payload: Buffer
}

export const RTP_HEADER_BYTES = 12
/** MPEG-TS over RTP (RFC 3551, 6). */
export const MPEG_TS_TYPE = 33

/** Null if the datagram is no RTP. */
export function readRtpPacket(datagram: Buffer): RtpPacket | null {
  if (datagram.length <= RTP_HEADER_BYTES) return null
  const [first = 0, second = 0] = datagram
  if (first >> 6 !== 2) return null
  const flags = first & 0x3f
  const body = datagram.subarray(RTP_HEADER_BYTES)
  const payload = payloadIn(flags, body)
  if (payload === null) return null
  return {
    type: second & 0x7f,
    sequence: datagram.readUInt16BE(2),
    timestamp: datagram.readUInt32BE(4),
    source: datagram.readUInt32BE(8),
    flags,
    body,
    payload,
  }
}

/** The payload between the contributors, the extension and the padding. Null without one. */
export function payloadIn(flags: number, body: Buffer): Buffer | null {
  let from = (flags & 0x0f) * 4
  if ((flags & 0x10) !== 0) {
    if (from + 4 > body.length) return null
    from += 4 + body.readUInt16BE(from + 2) * 4
  }
  const padding = (flags & 0x20) !== 0 ? (body.at(-1) ?? 0) : 0
  const end = body.length - padding
  return from < end ? body.subarray(from, end) : null
}

/** A packet without contributors, extension or padding. */
export function writeRtpPacket({
  type,
  sequence,
  timestamp,
  source,
  payload,
}: Omit<RtpPacket, 'body' | 'flags'>): Buffer<ArrayBuffer> {
  const datagram = Buffer.alloc(RTP_HEADER_BYTES + payload.length)
  datagram[0] = 0x80
  datagram[1] = type
  datagram.writeUInt16BE(sequence & 0xffff, 2)
  datagram.writeUInt32BE(timestamp >>> 0, 4)
  datagram.writeUInt32BE(source >>> 0, 8)
  datagram.set(payload, RTP_HEADER_BYTES)
  return datagram
}
