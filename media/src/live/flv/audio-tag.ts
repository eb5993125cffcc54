import type { LiveAudioTrack } from '../source.ts'
import { FLV_IGNORED, type FlvNothing, fourCcAt, skipModifiers, unsupportedCodec } from './tag.ts'

export type AudioTag =
  | { readonly type: 'config'; readonly track: LiveAudioTrack }
  | { readonly type: 'frame'; readonly data: Uint8Array }
  | FlvNothing

/** Numbers of the FLV specification, version 10.1, E.4.2.1. */
const ENHANCED = 9
const AAC = 10
/** Names of the other codecs. */
const OTHER_CODECS: Readonly<Record<number, string>> = {
  0: 'PCM',
  1: 'ADPCM',
  2: 'MP3',
  3: 'PCM',
  4: 'Nellymoser',
  5: 'Nellymoser',
  6: 'Nellymoser',
  7: 'G.711 A-law',
  8: 'G.711 mu-law',
  11: 'Speex',
  14: 'MP3',
}

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
  const format = first >> 4
  if (format !== AAC) return unsupportedCodec(OTHER_CODECS[format] ?? `audio format ${format}`)
  return body[1] === undefined ? FLV_IGNORED : tagOf('aac', body[1], body.subarray(2))
}

function readEnhanced(body: Uint8Array, first: number): AudioTag {
  const start =
    (first & 0x0f) === MODIFIERS ? skipModifiers(body, MODIFIERS) : { packetType: first & 0x0f, at: 1 }
  const isKnown = start.packetType === SEQUENCE_START || start.packetType === CODED_FRAMES
  if (!isKnown || body.length < start.at + 4) return FLV_IGNORED
  const fourCc = fourCcAt(body, start.at)
  const codec = CODECS.get(fourCc)
  return codec === undefined
    ? unsupportedCodec(fourCc)
    : tagOf(codec, start.packetType, body.subarray(start.at + 4))
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
