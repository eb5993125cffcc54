import { joined } from '../joined.ts'
import type { RtpPacket } from './rtp.ts'

/** NAL unit types of RFC 6184 5.2. */
const STAP_A = 24
const FU_A = 28
const MAX_UNITS = 256
const MAX_FRAME_BYTES = 8 * 1024 ** 2

/** A frame: its NAL units and its timestamp. */
export interface RtpFrame {
  readonly timestamp: number
  readonly units: readonly Uint8Array[]
}

/** Joins RTP packets to H.264 frames (RFC 6184). Drops frames with a missing packet. */
export function createH264Reader(): {
  /** Takes the next packet. Returns a complete frame, `broken` for a dropped one, or null. */
  readonly push: (packet: RtpPacket, isAfterLoss: boolean) => RtpFrame | 'broken' | null
} {
  let units: Uint8Array[] = []
  let pieces: Uint8Array[] | null = null
  let bytes = 0
  let timestamp: number | null = null
  let isBroken = false

  function reset(): void {
    units = []
    pieces = null
    bytes = 0
    timestamp = null
    isBroken = false
  }

  function add(unit: Uint8Array): void {
    if (unit.length > 0) units.push(unit)
    bytes += unit.length
    if (units.length > MAX_UNITS || bytes > MAX_FRAME_BYTES) isBroken = true
  }

  function addPayload(payload: Uint8Array): void {
    const head = payload[0] ?? 0
    const type = head & 0x1f
    if (type === STAP_A) {
      let at = 1
      while (at + 2 <= payload.length) {
        const length = ((payload[at] ?? 0) << 8) | (payload[at + 1] ?? 0)
        add(payload.slice(at + 2, at + 2 + length))
        at += 2 + length
      }
    } else if (type === FU_A) {
      const second = payload[1] ?? 0
      const [isStart, isEnd] = [(second & 0x80) !== 0, (second & 0x40) !== 0]
      if (isStart) pieces = [Uint8Array.of((head & 0xe0) | (second & 0x1f))]
      if (pieces === null) isBroken = true
      pieces?.push(payload.slice(2))
      bytes += payload.length
      if (bytes > MAX_FRAME_BYTES) isBroken = true
      if (isEnd && pieces !== null) {
        units.push(joined(...pieces))
        pieces = null
      }
    } else if (type > 0 && type < STAP_A) add(payload.slice())
    else isBroken = true
  }

  return {
    push({ payload, timestamp: at, marker }, isAfterLoss) {
      let result: RtpFrame | 'broken' | null = null
      if (timestamp !== null && timestamp !== at) {
        // The packet with the marker bit is missing, or the sender sets no marker bits.
        if (isAfterLoss || isBroken || pieces !== null) result = 'broken'
        else if (units.length > 0) result = { timestamp, units }
        reset()
      }
      timestamp = at
      if (isAfterLoss) isBroken = true
      addPayload(payload)
      if (!marker) return result
      const isComplete = !isBroken && pieces === null && units.length > 0
      const frame: RtpFrame | 'broken' = isComplete ? { timestamp, units } : 'broken'
      reset()
      return result === 'broken' ? 'broken' : frame
    },
  }
}

/** Splits a frame into RTP payloads.
 * @param data NAL units with 4-byte lengths */
export function h264Payloads(data: Uint8Array, maxBytes: number): Uint8Array[] {
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const payloads: Uint8Array[] = []
  let at = 0
  while (at + 4 < data.length) {
    const end = Math.min(data.length, at + 4 + view.getUint32(at))
    const unit = data.subarray(at + 4, end)
    at = end
    if (unit.length <= maxBytes) {
      if (unit.length > 0) payloads.push(unit)
      continue
    }
    const head = unit[0] ?? 0
    const indicator = (head & 0xe0) | FU_A
    for (let from = 1; from < unit.length; from += maxBytes - 2) {
      const piece = unit.subarray(from, from + maxBytes - 2)
      const isLast = from + maxBytes - 2 >= unit.length
      const payload = new Uint8Array(2 + piece.length)
      payload[0] = indicator
      payload[1] = (from === 1 ? 0x80 : 0) | (isLast ? 0x40 : 0) | (head & 0x1f)
      payload.set(piece, 2)
      payloads.push(payload)
    }
  }
  return payloads
}
