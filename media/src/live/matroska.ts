import { parseAacConfig } from './codecs/aac.ts'
import { pictureSizeOf } from './codecs/video.ts'
import { joined } from './joined.ts'
import type { LiveTrack } from './source.ts'

/** Writes tracks for ffmpeg as an endless Matroska file (RFC 9559). FLV does not support all codecs in all versions of
 * ffmpeg. */

/** Track numbers. */
const NUMBERS = { video: 1, audio: 2 } as const
const NS_PER_MS = 1_000_000

const ID = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  audio: 0xe1,
  samplingFrequency: 0xb5,
  channels: 0x9f,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
} as const

/** Names of codecs in Matroska. */
const CODEC_IDS: Readonly<Record<LiveTrack['codec'], string>> = {
  h264: 'V_MPEG4/ISO/AVC',
  hevc: 'V_MPEGH/ISO/HEVC',
  av1: 'V_AV1',
  aac: 'A_AAC',
  opus: 'A_OPUS',
}

/** Head of the file with its tracks. */
export function matroskaHead(tracks: readonly LiveTrack[]): Uint8Array {
  return joined(
    element(ID.ebml, element(ID.docType, ascii('matroska'))),
    // The size of all ones means unknown.
    joined(idBytes(ID.segment), Uint8Array.of(0x01, 255, 255, 255, 255, 255, 255, 255)),
    element(ID.info, element(ID.timestampScale, uint(NS_PER_MS))),
    element(ID.tracks, ...tracks.map(trackEntry)),
  )
}

/** A cluster with one frame. */
export function matroskaFrame(
  kind: 'video' | 'audio',
  timeMs: number,
  isKey: boolean,
  data: Uint8Array,
): Uint8Array {
  const head = Uint8Array.of(0x80 | NUMBERS[kind], 0, 0, isKey ? 0x80 : 0)
  return element(
    ID.cluster,
    element(ID.timestamp, uint(Math.max(0, Math.round(timeMs)))),
    element(ID.simpleBlock, head, data),
  )
}

function trackEntry(track: LiveTrack): Uint8Array {
  const number = NUMBERS[track.kind]
  const common = [element(ID.trackNumber, uint(number)), element(ID.trackUid, uint(number))]
  const config = element(ID.codecPrivate, track.config)
  const codec = element(ID.codecId, ascii(CODEC_IDS[track.codec]))
  if (track.kind === 'video') {
    const { width, height } = pictureSizeOf(track) ?? { width: 0, height: 0 }
    const size = element(ID.video, element(ID.pixelWidth, uint(width)), element(ID.pixelHeight, uint(height)))
    return element(ID.trackEntry, ...common, element(ID.trackType, uint(1)), codec, config, size)
  }
  const format = track.codec === 'aac' ? parseAacConfig(track.config) : null
  const rate = new Uint8Array(8)
  new DataView(rate.buffer).setFloat64(0, format?.sampleRate ?? 48_000)
  const shape = element(
    ID.audio,
    element(ID.samplingFrequency, rate),
    element(ID.channels, uint(format?.channels ?? 2)),
  )
  return element(ID.trackEntry, ...common, element(ID.trackType, uint(2)), codec, config, shape)
}

/** OpusHead for two channels (RFC 7845 5.1). */
export function opusHead(): Uint8Array {
  const head = new Uint8Array(19)
  head.set(ascii('OpusHead'))
  head.set([1, 2], 8)
  new DataView(head.buffer).setUint32(12, 48_000, true)
  return head
}

function element(id: number, ...content: readonly Uint8Array[]): Uint8Array {
  const size = content.reduce((sum, { length }) => sum + length, 0)
  const length = Uint8Array.of(0x10 | (size >>> 24), size >>> 16, size >>> 8, size)
  return joined(idBytes(id), length, ...content)
}

function idBytes(id: number): Uint8Array {
  return uint(id)
}

/** Writes a number big-endian, without leading zero bytes. */
function uint(value: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = value; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 256))
    bytes.unshift(rest % 256)
  return Uint8Array.from(bytes)
}

function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0))
}
