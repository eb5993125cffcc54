/** A packet of RTP (RFC 3550, 5.1). */
export interface RtpPacket {
  readonly type: number
  readonly sequence: number
  readonly timestamp: number
  readonly source: number
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
  let from = RTP_HEADER_BYTES + (first & 0x0f) * 4
  if ((first & 0x10) !== 0) {
    if (from + 4 > datagram.length) return null
    from += 4 + datagram.readUInt16BE(from + 2) * 4
  }
  const padding = (first & 0x20) !== 0 ? (datagram.at(-1) ?? 0) : 0
  const end = datagram.length - padding
  if (from >= end) return null
  return {
    type: second & 0x7f,
    sequence: datagram.readUInt16BE(2),
    timestamp: datagram.readUInt32BE(4),
    source: datagram.readUInt32BE(8),
    body: datagram.subarray(RTP_HEADER_BYTES),
    payload: datagram.subarray(from, end),
  }
}

/** A packet without contributors, extension or padding. */
export function writeRtpPacket({
  type,
  sequence,
  timestamp,
  source,
  payload,
}: Omit<RtpPacket, 'body'>): Buffer<ArrayBuffer> {
  const datagram = Buffer.alloc(RTP_HEADER_BYTES + payload.length)
  datagram[0] = 0x80
  datagram[1] = type
  datagram.writeUInt16BE(sequence & 0xffff, 2)
  datagram.writeUInt32BE(timestamp >>> 0, 4)
  datagram.writeUInt32BE(source >>> 0, 8)
  datagram.set(payload, RTP_HEADER_BYTES)
  return datagram
}
