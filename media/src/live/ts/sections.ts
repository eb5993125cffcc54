import { createContinuity } from './continuity.ts'
import { TS_LIMITS } from './limits.ts'
import { joined, type TsPacket } from './packets.ts'

const HEADER_BYTES = 3
const CRC_BYTES = 4
const STUFFING = 0xff

/** Joins the payloads of one PID into sections with a correct checksum (ISO 13818-1 2.4.4). */
export function createSectionReader(onSection: (section: Uint8Array) => void): (packet: TsPacket) => void {
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
    // The first byte points at the start of a section. What comes before belongs to the one that has begun.
    const pointer = packet.payload[0] ?? 0
    if (begun !== null) take(joined(begun, packet.payload.subarray(1, 1 + pointer)))
    take(packet.payload.subarray(1 + pointer))
  }

  function take(bytes: Uint8Array): void {
    begun = null
    let rest = bytes
    while (rest.length >= HEADER_BYTES && rest[0] !== STUFFING) {
      const length = HEADER_BYTES + ((((rest[1] ?? 0) & 0x0f) << 8) | (rest[2] ?? 0))
      if (length > TS_LIMITS.sectionBytes) return
      if (rest.length < length) break
      const section = rest.subarray(0, length)
      if (length > CRC_BYTES && checksum(section) === 0) onSection(section.subarray(0, -CRC_BYTES))
      rest = rest.subarray(length)
    }
    if (rest.length > 0 && rest[0] !== STUFFING) begun = rest.slice()
  }
}

/** CRC-32 of ISO 13818-1 annex A. 0 for a section with its checksum. */
function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte << 24
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  }
  return crc >>> 0
}
