import type { LiveAudioTrack } from '../source.ts'
import { FLV_IGNORED, FLV_UNSUPPORTED, type FlvNothing, fourCcAt, skipModifiers } from './tag.ts'

export type AudioTag =
  | { readonly type: 'config'; readonly track: LiveAudioTrack }
  | { readonly type: 'frame'; readonly data: Uint8Array }
  | FlvNothing

/** Numbers of the FLV specification, version 10.1, E.4.2.1. */
const ENHANCED = 9
const AAC = 10

/** Packet types of Enhanced RTMP, version 2, "Enhanced Audio". The first two are the same in FLV's AAC packets. */
const SEQUENCE_START = 0
const CODED_FRAMES = 1
const MODIFIERS = 7

const CODECS: ReadonlyMap<string, LiveAudioTrack['codec']> = new Map([
  ['mp4a', 'aac'],
  ['Opus', 'opus'],
])

/** Reads the body of an FLV audio tag, of the original or the enhanced form. */
export function readAudioTag(body: Uint8Array): AudioTag {
  const first = body[0]
  if (first === undefined) return FLV_IGNORED
  if (first >> 4 === ENHANCED) return readEnhanced(body, first)
  if (first >> 4 !== AAC) return FLV_UNSUPPORTED
  return body[1] === undefined ? FLV_IGNORED : tagOf('aac', body[1], body.subarray(2))
}

function readEnhanced(body: Uint8Array, first: number): AudioTag {
  const start =
    (first & 0x0f) === MODIFIERS ? skipModifiers(body, MODIFIERS) : { packetType: first & 0x0f, at: 1 }
  const isKnown = start.packetType === SEQUENCE_START || start.packetType === CODED_FRAMES
  if (!isKnown || body.length < start.at + 4) return FLV_IGNORED
  const codec = CODECS.get(fourCcAt(body, start.at))
  return codec === undefined ? FLV_UNSUPPORTED : tagOf(codec, start.packetType, body.subarray(start.at + 4))
}

/** Bytes of an AudioSpecificConfig (ISO 14496-3 1.6.2.1) and of OpusHead (RFC 7845 5.1). */
const CONFIG_BYTES: Record<LiveAudioTrack['codec'], number> = { aac: 2, opus: 19 }

function tagOf(codec: LiveAudioTrack['codec'], packetType: number, data: Uint8Array): AudioTag {
  if (packetType === SEQUENCE_START)
    return data.length < CONFIG_BYTES[codec]
      ? FLV_IGNORED
      : { type: 'config', track: { kind: 'audio', codec, config: data } }
  return packetType === CODED_FRAMES && data.length > 0 ? { type: 'frame', data } : FLV_IGNORED
}
