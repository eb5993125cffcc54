/** The payload of a packet of forward error correction (SMPTE 2022-1, 8): the packets that it covers, combined. */
export interface FecPacket {
  /** Number of the first packet that it covers, of which every `step`th follows. */
  readonly base: number
  readonly step: number
  readonly count: number
  readonly isRow: boolean
  /** The lengths, types, times and bodies of all packets by exclusive or. */
  readonly length: number
  readonly type: number
  readonly timestamp: number
  readonly body: Buffer
}

const HEADER_BYTES = 16
const ROW = 0x40
const EXTENSION = 0x80
/** Most packets of a matrix. The standard has 100, and some senders more. */
const MOST_PACKETS = 1024

/** Null if it is none. */
export function readFec(payload: Buffer): FecPacket | null {
  if (payload.length <= HEADER_BYTES) return null
  const flags = payload.readUInt8(12)
  const [step, count] = [payload.readUInt8(13), payload.readUInt8(14)]
  // Only exclusive or is defined.
  const isXor = (flags & 0x38) === 0
  if (!isXor || step === 0 || count === 0 || step * count > MOST_PACKETS) return null
  return {
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

export function writeFec(fec: FecPacket): Buffer<ArrayBuffer> {
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
export type Covered = Pick<FecPacket, 'length' | 'type' | 'timestamp' | 'body'>

/** Combines packets by exclusive or. Shorter ones are padded with zeros. */
export function combine(packets: readonly Covered[]): Covered {
  const body = Buffer.alloc(packets.reduce((most, packet) => Math.max(most, packet.body.length), 0))
  let [length, type, timestamp] = [0, 0, 0]
  for (const packet of packets) {
    length ^= packet.length
    type ^= packet.type
    timestamp ^= packet.timestamp
    for (let at = 0; at < packet.body.length; at++) body[at] = (body[at] ?? 0) ^ (packet.body[at] ?? 0)
  }
  return { length, type, timestamp: timestamp >>> 0, body }
}
