import { mpegCrc32 } from '../../scte35/crc32.ts'
import { joined } from '../joined.ts'
import { createContinuity } from './continuity.ts'
import { TS_LIMITS } from './limits.ts'
import type { TsPacket } from './packets.ts'

const HEADER_BYTES = 3
const CRC_BYTES = 4
const STUFFING = 0xff

/** Reads table sections with a valid checksum. Returns them without it. */
export function createTableReader(onSection: (section: Uint8Array) => void): (packet: TsPacket) => void {
  return createSectionReader(TS_LIMITS.sectionBytes, (section) => {
    if (section.length > CRC_BYTES && mpegCrc32(section) === 0) onSection(section.subarray(0, -CRC_BYTES))
  })
}

/** Joins the payloads of one PID into sections (ISO 13818-1 2.4.4). Does not check their checksum. */
export function createSectionReader(
  maxBytes: number,
  onSection: (section: Uint8Array) => void,
): (packet: TsPacket) => void {
  const follow = createContinuity()
  let begun: Uint8Array | null = null
  return (packet) => {
    const continuity = follow(packet)
    if (continuity === 'repeated') return
    if (continuity === 'broken') begun = null
    if (!packet.isStart) {
      if (begun !== null) take(joined(begun, packet.payload))
      return
    }
    // The pointer field is the offset of the next section. Bytes before it belong to the current one.
    const pointer = packet.payload[0] ?? 0
    if (begun !== null) take(joined(begun, packet.payload.subarray(1, 1 + pointer)))
    take(packet.payload.subarray(1 + pointer))
  }

  function take(bytes: Uint8Array): void {
    begun = null
    let rest = bytes
    while (rest.length >= HEADER_BYTES && rest[0] !== STUFFING) {
      const length = HEADER_BYTES + ((((rest[1] ?? 0) & 0x0f) << 8) | (rest[2] ?? 0))
      if (length > maxBytes) return
      if (rest.length < length) break
      onSection(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
    if (rest.length > 0 && rest[0] !== STUFFING) begun = rest.slice()
  }
}
