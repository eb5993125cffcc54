import { hasIdr } from '../codecs/h264.ts'
import type { LiveVideoTrack } from '../source.ts'
import { FLV_IGNORED, type FlvNothing, fourCcAt, skipModifiers, unsupportedCodec } from './tag.ts'

export type VideoTag =
  | { readonly type: 'config'; readonly track: LiveVideoTrack }
  | {
      readonly type: 'frame'
      readonly isKey: boolean
      readonly isOpen: boolean
      readonly ctsMs: number
      readonly data: Uint8Array
    }
  | FlvNothing

/** Numbers of the FLV specification, version 10.1, E.4.3.1. */
const KEYFRAME = 1
const COMMAND_FRAME = 5
const AVC = 7
/** Names of the other codecs. 12 and 13 are in use without a specification. */
const OTHER_CODECS: Readonly<Record<number, string>> = {
  2: 'H.263',
  3: 'Screen video',
  4: 'VP6',
  5: 'VP6 with alpha',
  6: 'Screen video 2',
  12: 'HEVC without Enhanced RTMP',
  13: 'AV1 without Enhanced RTMP',
}

/** Packet types of Enhanced RTMP, version 2, "Enhanced Video". The first three are the same in FLV's AVC packets. */
const SEQUENCE_START = 0
const CODED_FRAMES = 1
const CODED_FRAMES_X = 3
const MODIFIERS = 7

const CODECS: ReadonlyMap<string, LiveVideoTrack['codec']> = new Map([
  ['avc1', 'h264'],
  ['hvc1', 'hevc'],
  ['av01', 'av1'],
])

/** Reads the body of an FLV video tag, of the original or the enhanced form. */
export function readVideoTag(body: Uint8Array): VideoTag {
  const first = body[0]
  if (first === undefined) return FLV_IGNORED
  return first & 0x80 ? readEnhanced(body, first) : readOriginal(body, first)
}

function readOriginal(body: Uint8Array, first: number): VideoTag {
  const frameType = first >> 4
  if (frameType === COMMAND_FRAME) return FLV_IGNORED
  const codec = first & 0x0f
  if (codec !== AVC) return unsupportedCodec(OTHER_CODECS[codec] ?? `video codec ${codec}`)
  if (body.length < 5) return FLV_IGNORED
  if (body[1] === SEQUENCE_START) return configOf('h264', body.subarray(5))
  if (body[1] === CODED_FRAMES) return frameOf('h264', frameType, signed24(body, 2), body.subarray(5))
  return FLV_IGNORED
}

function readEnhanced(body: Uint8Array, first: number): VideoTag {
  const frameType = (first >> 4) & 0x07
  if (frameType === COMMAND_FRAME) return FLV_IGNORED
  const start =
    (first & 0x0f) === MODIFIERS ? skipModifiers(body, MODIFIERS) : { packetType: first & 0x0f, at: 1 }
  const { packetType } = start
  const isKnown =
    packetType === SEQUENCE_START || packetType === CODED_FRAMES || packetType === CODED_FRAMES_X
  if (!isKnown || body.length < start.at + 4) return FLV_IGNORED
  const fourCc = fourCcAt(body, start.at)
  const codec = CODECS.get(fourCc)
  if (codec === undefined) return unsupportedCodec(fourCc)
  const at = start.at + 4
  if (packetType === SEQUENCE_START) return configOf(codec, body.subarray(at))
  if (packetType === CODED_FRAMES_X || codec === 'av1') return frameOf(codec, frameType, 0, body.subarray(at))
  if (body.length < at + 3) return FLV_IGNORED
  return frameOf(codec, frameType, signed24(body, at), body.subarray(at + 3))
}

/** Bytes of each configuration record before its lists (ISO 14496-15 5.3.3.1 and 8.3.3.1, AV1 in ISOBMFF 2.3.3). */
const CONFIG_BYTES: Record<LiveVideoTrack['codec'], number> = { h264: 7, hevc: 23, av1: 4 }
/** Position of the byte whose two lowest bits are the size of NAL unit lengths minus one. */
const LENGTH_SIZE_AT = { h264: 4, hevc: 21 }

function configOf(codec: LiveVideoTrack['codec'], config: Uint8Array): VideoTag {
  // Encoders without a configuration yet send an empty one.
  if (config.length < CONFIG_BYTES[codec]) return FLV_IGNORED
  const lengthBytes = codec === 'av1' ? 4 : ((config[LENGTH_SIZE_AT[codec]] ?? 0) & 3) + 1
  if (lengthBytes === 4) return { type: 'config', track: { kind: 'video', codec, config } }
  const detail = `NAL unit lengths of ${lengthBytes} bytes`
  return { type: 'not-supported', fault: { reason: 'nal-lengths-not-supported', detail } }
}

function frameOf(
  codec: LiveVideoTrack['codec'],
  frameType: number,
  ctsMs: number,
  data: Uint8Array,
): VideoTag {
  if (data.length === 0) return FLV_IGNORED
  const isKey = frameType === KEYFRAME
  return { type: 'frame', isKey, isOpen: isKey && codec === 'h264' && !hasIdr(data), ctsMs, data }
}

function signed24(bytes: Uint8Array, at: number): number {
  const value = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
  return (value << 8) >> 8
}
