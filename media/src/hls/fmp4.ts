import { all, type Box, boxes, find, findPath, u8, u32, u64, viewOf, whole } from './boxes.ts'
import { videoCodec } from './codec-strings.ts'

/** The properties of a track in the init segment. Durations and flags are trex defaults. */
export interface InitTrack {
  id: number
  timescale: number
  codec: string
  defaultDuration: number
  defaultFlags: number
}

/** A run of samples of one track in a media segment, in ticks of its timescale. */
export interface Fragment {
  trackId: number
  baseDecodeTime: number
  duration: number
  firstPresentationTime: number
  startsWithKeyframe: boolean
  samples: number
}

/** RFC 6381 codecs of the tracks of an init segment, in track order: `avc1.640028`, `mp4a.40.2`. */
export function codecsOf(init: Uint8Array): string {
  return parseInit(init)
    .map((track) => track.codec)
    .join(',')
}

/** Tracks of an init segment (ISO 14496-12 moov). Stops at a box with a wrong length. */
export function parseInit(init: Uint8Array): InitTrack[] {
  const data = viewOf(init)
  const moov = find(data, whole(data), 'moov')
  if (!moov) return []
  const defaults = new Map<number, { duration: number; flags: number }>()
  for (const mvex of all(data, moov, 'mvex')) {
    for (const trex of all(data, mvex, 'trex')) {
      const duration = u32(data, trex, 12)
      defaults.set(u32(data, trex, 4), { duration, flags: u32(data, trex, 20) })
    }
  }
  return all(data, moov, 'trak').flatMap((trak) => {
    const track = initTrack(data, trak)
    if (!track) return []
    const { duration = 0, flags = 0 } = defaults.get(track.id) ?? {}
    return [{ ...track, defaultDuration: duration, defaultFlags: flags }]
  })
}

/** Fragments of a media segment in file order. `tracks` are those of its init segment. */
export function parseFragments(segment: Uint8Array, tracks: InitTrack[]): Fragment[] {
  const data = viewOf(segment)
  return all(data, whole(data), 'moof').flatMap((moof) =>
    all(data, moof, 'traf').flatMap((traf) => {
      const fragment = parseTraf(data, traf, tracks)
      return fragment ? [fragment] : []
    }),
  )
}

function initTrack(data: DataView, trak: Box) {
  const tkhd = find(data, trak, 'tkhd')
  const mdia = find(data, trak, 'mdia')
  const mdhd = mdia && find(data, mdia, 'mdhd')
  const stsd = mdia && findPath(data, mdia, ['minf', 'stbl', 'stsd'])
  if (!tkhd || !mdhd || !stsd) return null
  const entry = boxes(data, { ...stsd, start: stsd.start + 8 })[0]
  const codec = entry && codecOfEntry(data, entry)
  if (!codec) return null
  const id = u32(data, tkhd, u8(data, tkhd, 0) === 1 ? 20 : 12)
  const timescale = u32(data, mdhd, u8(data, mdhd, 0) === 1 ? 20 : 12)
  return { id, timescale, codec }
}

function codecOfEntry(data: DataView, entry: Box): string | null {
  if (entry.type !== 'mp4a') return videoCodec(data, entry)
  const esds = find(data, { ...entry, start: entry.start + 28 }, 'esds')
  return esds ? mp4aCodec(data, esds) : null
}

/** ISO 14496-1 descriptors: ES (3) contains DecoderConfig (4), which contains DecoderSpecificInfo (5) with the audio
 * object type. */
function mp4aCodec(data: DataView, esds: Box): string | null {
  const es = descriptor(data, esds.start + 4, esds.end, 3)
  if (!es) return null
  const esFlags = u8(data, es, 2)
  const optional =
    (esFlags & 0x80 ? 2 : 0) + (esFlags & 0x40 ? 1 + u8(data, es, 3) : 0) + (esFlags & 0x20 ? 2 : 0)
  const config = descriptor(data, es.start + 3 + optional, es.end, 4)
  if (!config) return null
  const objectTypeIndication = u8(data, config, 0).toString(16).padStart(2, '0')
  const specific = descriptor(data, config.start + 13, config.end, 5)
  if (objectTypeIndication !== '40' || !specific) return `mp4a.${objectTypeIndication}`
  const first = u8(data, specific, 0)
  const short = first >> 3
  return `mp4a.40.${short === 31 ? 32 + (((first & 7) << 3) | (u8(data, specific, 1) >> 5)) : short}`
}

function descriptor(data: DataView, at: number, limit: number, tag: number): Box | null {
  if (at + 2 > limit || data.getUint8(at) !== tag) return null
  let length = 0
  let start = at + 1
  for (let bytes = 0; bytes < 4 && start < limit; bytes++) {
    const byte = data.getUint8(start++)
    length = (length << 7) | (byte & 0x7f)
    if (byte < 0x80) break
  }
  return { type: String(tag), start, end: Math.min(start + length, limit) }
}

const SAMPLE_IS_NON_SYNC = 0x10000

function parseTraf(data: DataView, traf: Box, tracks: InitTrack[]): Fragment | null {
  const tfhd = find(data, traf, 'tfhd')
  const tfdt = find(data, traf, 'tfdt')
  if (!tfhd || !tfdt) return null
  const trackId = u32(data, tfhd, 4)
  const track = tracks.find((candidate) => candidate.id === trackId)
  const flags = u32(data, tfhd, 0) & 0xffffff
  let at = 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0)
  const optional = (bit: number, fallback: number) => {
    if (!(flags & bit)) return fallback
    at += 4
    return u32(data, tfhd, at - 4)
  }
  const defaultDuration = optional(0x8, track?.defaultDuration ?? 0)
  optional(0x10, 0)
  const defaultFlags = optional(0x20, track?.defaultFlags ?? 0)
  const runs = all(data, traf, 'trun').map((trun) => parseTrun(data, trun, defaultDuration, defaultFlags))
  const baseDecodeTime = u8(data, tfdt, 0) === 1 ? u64(data, tfdt, 4) : u32(data, tfdt, 4)
  return {
    trackId,
    baseDecodeTime,
    duration: runs.reduce((sum, run) => sum + run.duration, 0),
    firstPresentationTime: baseDecodeTime + (runs[0]?.firstOffset ?? 0),
    startsWithKeyframe: ((runs[0]?.firstFlags ?? SAMPLE_IS_NON_SYNC) & SAMPLE_IS_NON_SYNC) === 0,
    samples: runs.reduce((sum, run) => sum + run.samples, 0),
  }
}

function parseTrun(data: DataView, trun: Box, defaultDuration: number, defaultFlags: number) {
  const flags = u32(data, trun, 0) & 0xffffff
  const stride = [0x100, 0x200, 0x400, 0x800].filter((bit) => flags & bit).length * 4
  const header = 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0)
  const declared = u32(data, trun, 4)
  // Samples without fields take no bytes, so the size cannot limit their count.
  const fitting = stride ? Math.floor((trun.end - trun.start - header) / stride) : declared
  const samples = Math.max(0, Math.min(declared, fitting))
  const field = (sample: number, bit: number) => {
    const before = [0x100, 0x200, 0x400].filter((other) => other < bit && flags & other).length * 4
    return header + sample * stride + before
  }
  let duration = defaultDuration * samples
  if (flags & 0x100) {
    duration = 0
    for (let sample = 0; sample < samples; sample++) duration += u32(data, trun, field(sample, 0x100))
  }
  const ownFlags = flags & 0x400 ? u32(data, trun, field(0, 0x400)) : defaultFlags
  return {
    samples,
    duration,
    firstOffset: flags & 0x800 && samples > 0 ? u32(data, trun, field(0, 0x800)) | 0 : 0,
    firstFlags: flags & 4 ? u32(data, trun, 8 + (flags & 1 ? 4 : 0)) : ownFlags,
  }
}
