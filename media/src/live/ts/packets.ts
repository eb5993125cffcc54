import { joined } from '../joined.ts'

export const TS_PACKET_BYTES = 188
const SYNC = 0x47

/** A transport packet with a payload (ISO 13818-1 2.4.3.2). */
export interface TsPacket {
  readonly pid: number
  /** Whether a PES packet or section begins in this packet. */
  readonly isStart: boolean
  readonly continuity: number
  readonly payload: Uint8Array
}

/** Splits bytes into transport packets. Chunks may end anywhere. After garbage it resumes at the next packet. */
export function createPacketSplitter(onPacket: (packet: TsPacket) => void): (bytes: Uint8Array) => void {
  let rest = new Uint8Array(0)
  return (bytes) => {
    const data = rest.length === 0 ? bytes : joined(rest, bytes)
    let at = 0
    while (at + TS_PACKET_BYTES <= data.length) {
      if (!isSyncAt(data, at)) {
        at += 1
        continue
      }
      const packet = readPacket(data.subarray(at, at + TS_PACKET_BYTES))
      if (packet !== null) onPacket(packet)
      at += TS_PACKET_BYTES
    }
    // Copied, so that the rest does not keep the whole buffer in memory.
    rest = data.slice(at)
  }
}

/** Whether a packet starts here: 0x47 also occurs in payloads, so another sync byte must follow at the right
 * distance. */
function isSyncAt(data: Uint8Array, at: number): boolean {
  const next = data[at + TS_PACKET_BYTES]
  return data[at] === SYNC && (next === undefined || next === SYNC)
}

function readPacket(bytes: Uint8Array): TsPacket | null {
  const [, second = 0, third = 0, fourth = 0, adaptationBytes = 0] = bytes
  const hasError = (second & 0x80) !== 0
  const isScrambled = fourth >> 6 !== 0
  const hasAdaptation = (fourth & 0x20) !== 0
  const hasPayload = (fourth & 0x10) !== 0
  const from = 4 + (hasAdaptation ? 1 + adaptationBytes : 0)
  if (hasError || isScrambled || !hasPayload || from >= TS_PACKET_BYTES) return null
  return {
    pid: ((second & 0x1f) << 8) | third,
    isStart: (second & 0x40) !== 0,
    continuity: fourth & 0x0f,
    payload: bytes.subarray(from),
  }
}
