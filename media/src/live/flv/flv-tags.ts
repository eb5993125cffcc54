import { LIVE_TICKS, type LivePacket, type LiveSink, type LiveTrack } from '../source.ts'

/** A configuration or a frame of a source, as the body of an FLV tag. */
export interface FlvBody {
  readonly kind: 'video' | 'audio'
  readonly codec: LiveTrack['codec']
  readonly isConfig: boolean
  /** Whether a receiver can start here. False for a configuration, true for all audio. */
  readonly isKey: boolean
  /** Milliseconds on the clock of the source. */
  readonly atMs: number
  /** Bytes before the data. */
  readonly head: Uint8Array
  readonly data: Uint8Array
}

const TICKS_PER_MS = LIVE_TICKS / 1000
/** Numbers of the FLV specification, version 10.1, E.4.2.1 and E.4.3.1. */
const KEYFRAME = 0x10
const INTER_FRAME = 0x20
const AVC = 7
/** AAC, and bits that are the same for all AAC. */
const AAC = 0xaf
const SEQUENCE_START = 0
const CODED_FRAMES = 1
/** Bit of the enhanced form, which has a FourCC (Enhanced RTMP, version 2, "Enhanced Video"). */
const ENHANCED = 0x80
const HVC1 = [0x68, 0x76, 0x63, 0x31]

/** Writes H.264, HEVC and AAC as FLV tags: HEVC in the enhanced form, the others in the form that every server reads. Other
 * tracks are left out, with their packets. */
export function createFlvTags(emit: (body: FlvBody) => void): Pick<LiveSink, 'track' | 'packet'> {
  const codecs = new Map<LiveTrack['kind'], LiveTrack['codec']>()
  let atMs = 0
  return {
    track({ kind, codec, config }) {
      codecs.set(kind, codec)
      const head = headOf(codec, true, SEQUENCE_START, 0)
      if (head !== null) emit({ kind, codec, isConfig: true, isKey: false, atMs, head, data: config })
    },
    packet({ kind, dts, cts, isKey, data }: LivePacket) {
      const codec = codecs.get(kind)
      if (codec === undefined) return
      atMs = Math.round(dts / TICKS_PER_MS)
      // Both times are rounded, so that pictures keep their order and distance.
      const ctsMs = Math.round((dts + cts) / TICKS_PER_MS) - atMs
      const head = headOf(codec, isKey, CODED_FRAMES, ctsMs)
      if (head !== null) emit({ kind, codec, isConfig: false, isKey, atMs, head, data })
    },
  }
}

/** The bytes before the data. Null for a codec that is left out. */
function headOf(
  codec: LiveTrack['codec'],
  isKey: boolean,
  packetType: number,
  ctsMs: number,
): Uint8Array | null {
  const frame = isKey ? KEYFRAME : INTER_FRAME
  const offset = [(ctsMs >> 16) & 0xff, (ctsMs >> 8) & 0xff, ctsMs & 0xff]
  if (codec === 'aac') return Uint8Array.of(AAC, packetType)
  if (codec === 'h264') return Uint8Array.of(frame | AVC, packetType, ...offset)
  if (codec !== 'hevc') return null
  const start = [ENHANCED | frame | packetType, ...HVC1]
  return Uint8Array.of(...start, ...(packetType === SEQUENCE_START ? [] : offset))
}
