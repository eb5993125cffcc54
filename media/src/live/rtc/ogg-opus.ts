import { LIVE_TICKS } from '../source.ts'

/** An Opus packet of an Ogg file. */
export interface OpusPacket {
  /** Time in ticks, from the start of the file. */
  readonly time: number
  readonly data: Uint8Array
}

const RATE = 48_000
const HEADER_BYTES = 27
const MAX_PAGE_BYTES = HEADER_BYTES + 255 + 255 * 255

/** Reads an Ogg file with one Opus stream (RFC 3533 6, RFC 7845). Packets have a fixed duration and must not span
 * pages. Call with each chunk. @throws if it is not an Ogg file */
export function oggOpusReader(packetSamples: number): (chunk: Uint8Array) => OpusPacket[] {
  let rest: Uint8Array = new Uint8Array(0)
  let preSkip = 0
  return (chunk) => {
    const bytes = new Uint8Array(rest.length + chunk.length)
    bytes.set(rest)
    bytes.set(chunk, rest.length)
    const view = new DataView(bytes.buffer)
    const packets: OpusPacket[] = []
    let at = 0
    while (at + HEADER_BYTES <= bytes.length) {
      if (view.getUint32(at) !== 0x4f676753) throw new Error('a page of Ogg does not begin where it should')
      const segments = bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + (bytes[at + 26] ?? 0))
      const body = at + HEADER_BYTES + (bytes[at + 26] ?? 0)
      const size = segments.reduce((sum, length) => sum + length, 0)
      if (body + size > bytes.length) break
      const found = packetsIn(bytes.subarray(body, body + size), segments)
      const [first] = found
      if (first !== undefined && isHeader(first)) {
        if (first[4] === 0x48) preSkip = (first[10] ?? 0) | ((first[11] ?? 0) << 8)
      } else {
        const end = Number(view.getBigInt64(at + 6, true)) - preSkip
        for (const [n, data] of found.entries()) {
          const sample = end - (found.length - n) * packetSamples
          packets.push({ time: (sample * LIVE_TICKS) / RATE, data: data.slice() })
        }
      }
      at = body + size
    }
    rest = bytes.slice(at)
    if (rest.length > MAX_PAGE_BYTES) throw new Error('a page of Ogg is too large')
    return packets
  }
}

function packetsIn(body: Uint8Array, segments: Uint8Array): Uint8Array[] {
  const packets: Uint8Array[] = []
  let from = 0
  let to = 0
  for (const length of segments) {
    to += length
    if (length === 255) continue
    packets.push(body.subarray(from, to))
    from = to
  }
  return packets
}

/** Whether a packet is OpusHead or OpusTags. */
function isHeader(packet: Uint8Array): boolean {
  return packet[0] === 0x4f && packet[1] === 0x70 && packet[2] === 0x75 && packet[3] === 0x73
}
