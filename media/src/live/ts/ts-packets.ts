import { mpegCrc32 } from '../../scte35/crc32.ts'
import { TS_PACKET_BYTES } from './packets.ts'

/** Writes transport packets of some PIDs, with their counters (ISO 13818-1 2.4.3.2). */
export interface TsPacketWriter {
  /** A PES packet. @param pcr clock reference in ticks of 90 kHz, in the first packet */
  pes(pid: number, bytes: readonly Uint8Array[], pcr: number | null, isKey: boolean): Uint8Array
  /** A packet with nothing but a clock reference. */
  clock(pid: number, pcr: number): Uint8Array
  /** A section of a table. @param bytes without its checksum */
  section(pid: number, bytes: readonly number[]): Uint8Array
}

const SYNC = 0x47
const HEADER_BYTES = 4
const PAYLOAD_BYTES = TS_PACKET_BYTES - HEADER_BYTES
const STUFFING = 0xff
const START = 0x40
const HAS_ADAPTATION = 0x20
const HAS_PAYLOAD = 0x10
const RANDOM_ACCESS = 0x40
const HAS_PCR = 0x10
const PCR_BYTES = 6

export function createTsPacketWriter(): TsPacketWriter {
  const counters = new Map<number, number>()

  /** Writes the header of a packet, and its adaptation field. Returns where the payload begins.
   * @param adaptation bytes of the field with its length, 0 for none */
  function head(packet: Uint8Array, pid: number, flags: number, adaptation: Adaptation): number {
    const hasPayload = (flags & HAS_PAYLOAD) !== 0
    const before = counters.get(pid) ?? 15
    const counter = hasPayload ? (before + 1) & 15 : before
    counters.set(pid, counter)
    packet[0] = SYNC
    packet[1] = (flags & START) | (pid >> 8)
    packet[2] = pid & 0xff
    packet[3] = (adaptation.length > 0 ? HAS_ADAPTATION : 0) | (flags & HAS_PAYLOAD) | counter
    if (adaptation.length === 0) return HEADER_BYTES
    packet.fill(STUFFING, HEADER_BYTES, HEADER_BYTES + adaptation.length)
    packet[4] = adaptation.length - 1
    if (adaptation.length === 1) return HEADER_BYTES + 1
    packet[5] = (adaptation.isKey ? RANDOM_ACCESS : 0) | (adaptation.pcr === null ? 0 : HAS_PCR)
    if (adaptation.pcr !== null) writePcr(packet, HEADER_BYTES + 2, adaptation.pcr)
    return HEADER_BYTES + adaptation.length
  }

  return {
    pes(pid, parts, pcr, isKey) {
      const length = parts.reduce((sum, part) => sum + part.length, 0)
      const first = pcr === null && !isKey ? 0 : 2 + (pcr === null ? 0 : PCR_BYTES)
      const count = Math.ceil((length + first) / PAYLOAD_BYTES)
      const bytes = new Uint8Array(count * TS_PACKET_BYTES)
      const read = createPartReader(parts)
      let left = length
      for (let n = 0; n < count; n++) {
        const packet = bytes.subarray(n * TS_PACKET_BYTES, (n + 1) * TS_PACKET_BYTES)
        const wanted = n === 0 ? first : 0
        const adaptation = Math.max(wanted, PAYLOAD_BYTES - left)
        const at = head(packet, pid, HAS_PAYLOAD | (n === 0 ? START : 0), {
          length: adaptation,
          pcr: n === 0 ? pcr : null,
          isKey: n === 0 && isKey,
        })
        read(packet.subarray(at))
        left -= TS_PACKET_BYTES - at
      }
      return bytes
    },
    clock(pid, pcr) {
      const packet = new Uint8Array(TS_PACKET_BYTES)
      head(packet, pid, 0, { length: PAYLOAD_BYTES, pcr, isKey: false })
      return packet
    },
    section(pid, bytes) {
      const packet = new Uint8Array(TS_PACKET_BYTES).fill(STUFFING)
      const at = head(packet, pid, START | HAS_PAYLOAD, { length: 0, pcr: null, isKey: false })
      const checksum = mpegCrc32(Uint8Array.from(bytes))
      packet.set([0, ...bytes], at)
      new DataView(packet.buffer).setUint32(at + 1 + bytes.length, checksum)
      return packet
    },
  }
}

interface Adaptation {
  readonly length: number
  readonly pcr: number | null
  readonly isKey: boolean
}

/** Fills packets with the bytes of parts, one after the other. */
function createPartReader(parts: readonly Uint8Array[]): (target: Uint8Array) => void {
  let part = 0
  let from = 0
  return (target) => {
    for (let at = 0; at < target.length; ) {
      const source = parts[part]
      if (source === undefined) return
      const count = Math.min(source.length - from, target.length - at)
      target.set(source.subarray(from, from + count), at)
      at += count
      from += count
      if (from < source.length) continue
      part += 1
      from = 0
    }
  }
}

/** 33 bits of the clock at 90 kHz, six reserved bits, and nine bits of its extension (2.4.3.4). */
function writePcr(packet: Uint8Array, at: number, ticks: number): void {
  packet.set(
    [
      Math.floor(ticks / 2 ** 25) & 0xff,
      (ticks / 2 ** 17) & 0xff,
      (ticks / 2 ** 9) & 0xff,
      (ticks / 2) & 0xff,
    ],
    at,
  )
  packet[at + 4] = ((ticks % 2) << 7) | 0x7e
  packet[at + 5] = 0
}
