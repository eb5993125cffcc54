import { joined } from '../joined.ts'
import { LIVE_TICKS } from '../source.ts'

/** An AAC frame without its header. */
export interface AacFrame {
  /** AudioSpecificConfig (ISO 14496-3 1.6.2.1). */
  readonly config: Uint8Array
  readonly dts: number
  readonly data: Uint8Array
}

export interface AdtsReader {
  /** Takes bytes. `dts` is the time of the first frame that begins in them. */
  push(bytes: Uint8Array, dts: number): AacFrame[]
  /** Drops the incomplete frame after missing bytes. */
  reset(): void
}

const HEADER_BYTES = 7
const CRC_BYTES = 2
const FRAME_SAMPLES = 1024
/** ISO 14496-3, table 1.18. */
const SAMPLE_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
]

/** Splits a stream of ADTS frames (ISO 14496-3 1.A.3.2). Frames may span PES packets. */
export function createAdtsReader(): AdtsReader {
  let rest: Uint8Array = new Uint8Array(0)
  let nextDts = 0
  return {
    push(bytes, dts) {
      const data = joined(rest, bytes)
      const newFrom = rest.length
      const frames: AacFrame[] = []
      let isTimed = false
      let at = 0
      while (at + HEADER_BYTES <= data.length) {
        const header = readHeader(data, at)
        if (header === null) {
          at += 1
          continue
        }
        if (at + header.bytes > data.length) break
        if (at >= newFrom && !isTimed) {
          nextDts = dts
          isTimed = true
        }
        const frame = data.subarray(at + header.headerBytes, at + header.bytes)
        if (frame.length > 0) frames.push({ config: header.config, dts: Math.round(nextDts), data: frame })
        nextDts += (FRAME_SAMPLES * LIVE_TICKS) / header.sampleRate
        at += header.bytes
      }
      // The first frame that begins in this packet has its time.
      if (at >= newFrom && !isTimed) nextDts = dts
      rest = data.slice(at)
      return frames
    },
    reset() {
      rest = new Uint8Array(0)
    },
  }
}

function readHeader(data: Uint8Array, at: number) {
  if (data[at] !== 0xff) return null
  const second = data[at + 1] ?? 0
  if ((second & 0xf6) !== 0xf0) return null
  const [third = 0, fourth = 0] = [data[at + 2], data[at + 3]]
  const [fifth = 0, sixth = 0, seventh = 0] = [data[at + 4], data[at + 5], data[at + 6]]
  const headerBytes = second & 1 ? HEADER_BYTES : HEADER_BYTES + CRC_BYTES
  const objectType = (third >> 6) + 1
  const rateIndex = (third >> 2) & 0x0f
  const sampleRate = SAMPLE_RATES[rateIndex]
  const channels = ((third & 1) << 2) | (fourth >> 6)
  const bytes = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5)
  // Live encoders use neither several blocks per frame nor channel configurations inside the frame.
  const isSimple = (seventh & 3) === 0 && channels > 0
  if (sampleRate === undefined || bytes < headerBytes || !isSimple) return null
  const config = Uint8Array.of((objectType << 3) | (rateIndex >> 1), ((rateIndex & 1) << 7) | (channels << 3))
  return { bytes, headerBytes, sampleRate, config }
}
