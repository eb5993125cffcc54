/** An RTP packet (RFC 3550 5.1) without extensions and padding. */
export interface RtpPacket {
  readonly payloadType: number
  readonly marker: boolean
  readonly sequence: number
  readonly timestamp: number
  readonly ssrc: number
  readonly payload: Uint8Array
}

const HEADER_BYTES = 12
const VERSION = 2

/** Whether a packet is RTCP, which shares the connection with RTP (RFC 5761 4). */
export function isRtcp(bytes: Uint8Array): boolean {
  const type = bytes[1] ?? 0
  return type >= 192 && type <= 223
}

/** Reads an RTP packet. Null if it is invalid or has no payload. */
export function readRtp(bytes: Uint8Array): RtpPacket | null {
  if (bytes.length < HEADER_BYTES) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const first = view.getUint8(0)
  if (first >> 6 !== VERSION) return null
  let start = HEADER_BYTES + 4 * (first & 0x0f)
  if (first & 0x10) {
    if (start + 4 > bytes.length) return null
    start += 4 + 4 * view.getUint16(start + 2)
  }
  const padding = first & 0x20 ? view.getUint8(bytes.length - 1) : 0
  const end = bytes.length - padding
  if (start >= end) return null
  const second = view.getUint8(1)
  return {
    payloadType: second & 0x7f,
    marker: (second & 0x80) !== 0,
    sequence: view.getUint16(2),
    timestamp: view.getUint32(4),
    ssrc: view.getUint32(8),
    payload: bytes.subarray(start, end),
  }
}

export function writeRtp(packet: RtpPacket): Uint8Array {
  const { payloadType, marker, sequence, timestamp, ssrc, payload } = packet
  const bytes = new Uint8Array(HEADER_BYTES + payload.length)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, VERSION << 6)
  view.setUint8(1, (marker ? 0x80 : 0) | payloadType)
  view.setUint16(2, sequence & 0xffff)
  view.setUint32(4, timestamp >>> 0)
  view.setUint32(8, ssrc)
  bytes.set(payload, HEADER_BYTES)
  return bytes
}
