import { joinedAll } from '../joined.ts'
import { createContinuity } from './continuity.ts'
import type { TsPacket } from './packets.ts'

/** A PES packet (ISO 13818-1 2.4.3.6). Times are 33-bit counters at 90 kHz. */
export interface PesPacket {
  readonly pts: number
  readonly dts: number
  readonly data: Uint8Array
  /** Whether bytes before this packet are missing. */
  readonly isAfterLoss: boolean
}

const FIXED_HEADER_BYTES = 9
const TIME_BYTES = 5
/** Least bytes of a part on average. Each part keeps the memory of the bytes that it came in. */
const MEAN_PART_BYTES = 64

/** Joins the payloads of one PID into PES packets. Drops packets with a loss. */
export function createPesReader(
  maxBytes: number,
  onPes: (pes: PesPacket) => void,
): (packet: TsPacket) => void {
  const follow = createContinuity()
  let parts: Uint8Array[] | null = null
  let bytes = 0
  let isAfterLoss = false
  return (packet) => {
    const continuity = follow(packet)
    if (continuity === 'repeated') return
    if (continuity === 'broken') drop()
    if (packet.isStart) {
      finish()
      parts = []
      bytes = 0
    }
    if (parts === null) return
    parts.push(packet.payload)
    bytes += packet.payload.length
    if (bytes > maxBytes || parts.length > maxBytes / MEAN_PART_BYTES) drop()
    else if (bytes === lengthOf(parts[0])) finish()
  }

  function drop(): void {
    parts = null
    isAfterLoss = true
  }

  function finish(): void {
    if (parts === null) return
    const pes = readPes(joinedAll(parts))
    parts = null
    if (pes === null) {
      isAfterLoss = true
      return
    }
    onPes({ ...pes, isAfterLoss })
    isAfterLoss = false
  }
}

/** Size of a PES packet. Null if unknown: video may omit it, and then ends at the next packet. */
function lengthOf(start: Uint8Array | undefined): number | null {
  const length = ((start?.[4] ?? 0) << 8) | (start?.[5] ?? 0)
  return length === 0 ? null : length + 6
}

function readPes(bytes: Uint8Array): Omit<PesPacket, 'isAfterLoss'> | null {
  const hasPrefix = bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 1
  const headerBytes = FIXED_HEADER_BYTES + (bytes[8] ?? 0)
  const length = lengthOf(bytes) ?? bytes.length
  if (!hasPrefix || bytes.length < Math.max(headerBytes, length)) return null
  const timeFlags = (bytes[7] ?? 0) >> 6
  const timesBytes = timeFlags === 3 ? 2 * TIME_BYTES : TIME_BYTES
  if (timeFlags < 2 || headerBytes < FIXED_HEADER_BYTES + timesBytes) return null
  const pts = timeAt(bytes, FIXED_HEADER_BYTES)
  const dts = timeFlags === 3 ? timeAt(bytes, FIXED_HEADER_BYTES + TIME_BYTES) : pts
  return { pts, dts, data: bytes.subarray(headerBytes, length) }
}

/** Reads a time: 33 bits in five bytes, with a marker bit after each group. */
function timeAt(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = bytes.subarray(at, at + TIME_BYTES)
  return ((a >> 1) & 7) * 2 ** 30 + ((b << 22) | ((c >> 1) << 15) | (d << 7) | (e >> 1))
}
