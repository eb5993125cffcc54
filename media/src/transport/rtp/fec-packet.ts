import { RTP_HEADER_BYTES } from './rtp-packet.ts'

/** The payload of a packet of forward error correction (SMPTE 2022-1, 8): the packets that it covers, combined. */
export interface FecPacket {
  /** Number of the first packet that it covers, of which every `step`th follows. */
  readonly base: number
  readonly step: number
  readonly count: number
  readonly isRow: boolean
  /** The flags of the headers (RFC 2733, 3.1), which are in the header of the packet itself, lengths, types, times and bodies of all packets by exclusive or. */
  readonly flags: number
  readonly length: number
  readonly type: number
  readonly timestamp: number
  readonly body: Buffer
}

const HEADER_BYTES = 16
const ROW = 0x40
const EXTENSION = 0x80
/** Most rows and columns, and packets of a matrix (SMPTE 2022-1, 8.1). */
const MOST_LINES = 20
const MOST_PACKETS = 100

/** Reads a packet of RTP. Null if it is none of forward error correction. */
export function readFec(datagram: Buffer): FecPacket | null {
  if (datagram.length <= RTP_HEADER_BYTES + HEADER_BYTES) return null
  const first = datagram.readUInt8(0)
  if (first >> 6 !== 2) return null
  // Its own header has no contributors and no extension, whatever the flags say.
  const payload = datagram.subarray(RTP_HEADER_BYTES)
  const flags = payload.readUInt8(12)
  const [step, count] = [payload.readUInt8(13), payload.readUInt8(14)]
  // Only exclusive or is defined.
  const isXor = (flags & 0x38) === 0
  if (!isXor || step === 0 || count === 0) return null
  if (step > MOST_LINES || count > MOST_LINES || step * count > MOST_PACKETS) return null
  return {
    flags: first & 0x3f,
    base: payload.readUInt16BE(0),
    length: payload.readUInt16BE(2),
    type: payload.readUInt8(4) & 0x7f,
    timestamp: payload.readUInt32BE(8),
    isRow: (flags & ROW) !== 0,
    step,
    count,
    body: payload.subarray(HEADER_BYTES),
  }
}

/** Writes the payload. Its flags are not in it. */
export function writeFec(fec: Omit<FecPacket, 'flags'>): Buffer<ArrayBuffer> {
  const payload = Buffer.alloc(HEADER_BYTES + fec.body.length)
  payload.writeUInt16BE(fec.base & 0xffff, 0)
  payload.writeUInt16BE(fec.length, 2)
  payload[4] = EXTENSION | fec.type
  payload.writeUInt32BE(fec.timestamp >>> 0, 8)
  payload[12] = fec.isRow ? ROW : 0
  payload[13] = fec.step
  payload[14] = fec.count
  payload.set(fec.body, HEADER_BYTES)
  return payload
}

/** Fields of a packet that are combined. */
export type Covered = Pick<FecPacket, 'flags' | 'length' | 'type' | 'timestamp' | 'body'>

/** Combines packets by exclusive or. Shorter ones are padded with zeros. */
export function combine(packets: readonly Covered[]): Covered {
  const body = Buffer.alloc(packets.reduce((most, packet) => Math.max(most, packet.body.length), 0))
  let [flags, length, type, timestamp] = [0, 0, 0, 0]
  for (const packet of packets) {
    flags ^= packet.flags
    length ^= packet.length
    type ^= packet.type
    timestamp ^= packet.timestamp
    for (let at = 0; at < packet.body.length; at++) body[at] = (body[at] ?? 0) ^ (packet.body[at] ?? 0)
  }
  return { flags, length, type, timestamp: timestamp >>> 0, body }
}
