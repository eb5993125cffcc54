import { z } from 'zod'
import type { Input } from './input-args.ts'
import { pinnedInput } from './input-args.ts'
import type { Rational } from './rational.ts'
import { fps, parseRational } from './rational.ts'

/** An uploaded file as described by ffprobe. Times in seconds of the file. */
export interface Source {
  container: string
  durationS: number
  startTimeS: number
  sizeBytes: number
  bitrate: number
  video: SourceVideo | null
  audio: SourceAudio[]
}

export type VideoSource = Source & { video: SourceVideo }

export interface SourceVideo {
  index: number
  codec: string
  profile: string
  level: number
  pixFmt: string
  width: number
  height: number
  /** Display size: square pixels, upright. */
  displayWidth: number
  displayHeight: number
  rotation: 0 | 90 | 180 | 270
  sampleAspect: Rational
  frameRate: Rational
  rFrameRate: Rational
  isVfr: boolean
  isInterlaced: boolean
  colorTransfer: string
  colorPrimaries: string
  colorSpace: string
  isHdr: boolean
  hasBFrames: boolean
  startTimeS: number
  bitrate: number
  /** Values from 0 to 255. Missing otherwise. */
  isFullRange?: true
  /** Upside down, which no player turns in our segments. Missing otherwise. */
  isMirrored?: true
  /** Dolby Vision without a base that other decoders show in the right colors. Missing otherwise. */
  needsDolbyVision?: true
  /** The end of the audio, if the pictures end before it: the last one stays. From the start of the source. */
  heldUntilS?: number
}

export interface SourceAudio {
  index: number
  codec: string
  profile: string
  sampleRate: number
  channels: number
  channelLayout: string
  language: string | null
  title: string | null
  isDefault: boolean
  startTimeS: number
  bitrate: number
  /** The end of the source, if the track ends before it: players cannot seek to where a track is missing. */
  silentUntilS?: number
}

/** ffprobe arguments for `parseProbe`. @param extras further ones */
export function probeArgs(input: Input, extras: readonly string[] = []): string[] {
  const shown = ['-print_format', 'json=compact=1', '-show_format', '-show_streams', ...extras]
  return ['-v', 'error', ...shown, ...pinnedInput(input)]
}

/** Converts ffprobe's JSON to a source. Throws a ZodError for other input. */
export function parseProbe(json: unknown): Source {
  const { format, streams } = Answer.parse(json)
  const videoStreams = byPreference(streams.filter(isVideoTrack))
  const audioStreams = streams
    .filter((stream) => stream.codec_type === 'audio' && stream.channels > 0)
    .map(audioOf)
  const audioBitrate = audioStreams.reduce((sum, { bitrate }) => sum + bitrate, 0)
  const durationS = Math.max(format.duration, 0) || Math.max(0, ...streams.map(streamDurationS))
  // Transport streams have no own start time: ffmpeg measures from the earliest stream in use.
  const usedStarts = [
    ...videoStreams.slice(0, 1),
    ...streams.filter(({ codec_type }) => codec_type === 'audio'),
  ].map(({ start_time }) => start_time)
  return {
    container: format.format_name,
    durationS,
    startTimeS: format.format_name === 'mpegts' ? Math.min(...usedStarts) : format.start_time,
    sizeBytes: format.size,
    bitrate: format.bit_rate,
    video: videoStreams[0] ? videoOf(videoStreams[0], Math.max(0, format.bit_rate - audioBitrate)) : null,
    audio: audioStreams,
  }
}

// ffprobe writes most numbers as strings, and omits unknown values or writes "N/A".
const num = z.coerce.number().catch(0)
const text = z.string().catch('')

const Stream = z.object({
  index: z.number().int().nonnegative(),
  codec_type: text,
  codec_name: text,
  profile: text,
  level: num,
  pix_fmt: text,
  width: num,
  height: num,
  sample_aspect_ratio: text,
  avg_frame_rate: text,
  r_frame_rate: text,
  field_order: text,
  color_range: text,
  color_transfer: text,
  color_primaries: text,
  color_space: text,
  has_b_frames: num,
  start_time: num,
  duration: num,
  bit_rate: num,
  sample_rate: num,
  channels: num,
  channel_layout: text,
  disposition: z.record(z.string(), z.number()).catch({}),
  tags: z.record(z.string(), z.string()).catch({}),
  side_data_list: z
    .array(
      z.object({
        rotation: num,
        displaymatrix: text,
        dv_profile: num,
        dv_bl_signal_compatibility_id: num,
      }),
    )
    .catch([]),
})
type Stream = z.infer<typeof Stream>

const Answer = z.object({
  format: z.object({ format_name: text, duration: num, start_time: num, size: num, bit_rate: num }),
  streams: z.array(Stream).max(1000),
})

/** Cover art and chapter images are video streams too. */
function isVideoTrack(stream: Stream): boolean {
  const { attached_pic = 0, timed_thumbnails = 0, still_image = 0 } = stream.disposition
  return stream.codec_type === 'video' && attached_pic + timed_thumbnails + still_image === 0
}

/** The track that players choose comes first: a default one, not a short one beside a longer one, and the largest. */
function byPreference(tracks: Stream[]): Stream[] {
  const longestS = Math.max(0, ...tracks.map(streamDurationS))
  const isShort = (track: Stream) => streamDurationS(track) > 0 && streamDurationS(track) < longestS / 2
  const rankOf = (track: Stream) => (track.disposition.default === 1 ? 2 : 0) - (isShort(track) ? 1 : 0)
  return tracks.sort((a, b) => rankOf(b) - rankOf(a) || b.width * b.height - a.width * a.height)
}

/** Matroska stores durations only as tags: `DURATION: 00:00:12.345000000`. */
function streamDurationS(stream: Stream): number {
  if (stream.duration > 0) return stream.duration
  const [, h, m, s] = /^(\d+):(\d+):(\d+(?:\.\d+)?)$/.exec(stream.tags.DURATION ?? '') ?? []
  return Number(h ?? 0) * 3600 + Number(m ?? 0) * 60 + Number(s ?? 0)
}

function videoOf(stream: Stream, restOfBitrate: number): SourceVideo {
  const rotation = rotationOf(stream)
  const sampleAspect = parseRational(stream.sample_aspect_ratio) ?? { num: 1, den: 1 }
  const wide = Math.round((stream.width * sampleAspect.num) / sampleAspect.den)
  const isTurned = rotation === 90 || rotation === 270
  const rFrameRate = parseRational(stream.r_frame_rate) ?? { num: 0, den: 1 }
  const frameRate = parseRational(stream.avg_frame_rate) ?? rFrameRate
  return {
    index: stream.index,
    codec: stream.codec_name,
    profile: stream.profile,
    level: stream.level,
    pixFmt: stream.pix_fmt,
    width: stream.width,
    height: stream.height,
    displayWidth: isTurned ? stream.height : wide,
    displayHeight: isTurned ? wide : stream.height,
    rotation,
    sampleAspect,
    frameRate,
    rFrameRate,
    isVfr: Math.abs(fps(frameRate) - fps(rFrameRate)) > fps(rFrameRate) * 0.01,
    isInterlaced: ['tt', 'bb', 'tb', 'bt'].includes(stream.field_order),
    colorTransfer: stream.color_transfer,
    colorPrimaries: stream.color_primaries,
    colorSpace: stream.color_space,
    isHdr: ['smpte2084', 'arib-std-b67'].includes(stream.color_transfer),
    hasBFrames: stream.has_b_frames > 0,
    startTimeS: stream.start_time,
    bitrate: stream.bit_rate || restOfBitrate,
    ...(stream.color_range === 'pc' && { isFullRange: true }),
    ...(isMirrored(stream) && { isMirrored: true }),
    ...(stream.side_data_list.some(isOnlyDolbyVision) && { needsDolbyVision: true }),
  }
}

/** A display matrix with a negative determinant mirrors (ISO/IEC 14496-12, 8.3.2). */
function isMirrored({ side_data_list }: Stream): boolean {
  const matrix = side_data_list.find(({ displaymatrix }) => displaymatrix !== '')?.displaymatrix ?? ''
  const values = [...matrix.matchAll(/\s(-?\d+)\s+(-?\d+)\s+-?\d+/g)].flatMap(([, x, y]) => [
    Number(x),
    Number(y),
  ])
  const [a = 1, b = 0, c = 0, d = 1] = values
  return a * d - b * c < 0
}

/** Profile 5 and its like: the compatibility of the base layer is 0 (Dolby Vision streams in ISOBMFF, 3.2). */
function isOnlyDolbyVision(data: Stream['side_data_list'][number]): boolean {
  return data.dv_profile > 0 && data.dv_bl_signal_compatibility_id === 0
}

function rotationOf(stream: Stream): 0 | 90 | 180 | 270 {
  const degrees = stream.side_data_list.find((data) => data.rotation !== 0)?.rotation ?? 0
  const turns = [0, 90, 180, 270] as const
  return turns[((Math.round(degrees / 90) % 4) + 4) % 4] ?? 0
}

function audioOf(stream: Stream): SourceAudio {
  const language = stream.tags.language ?? ''
  return {
    index: stream.index,
    codec: stream.codec_name,
    profile: stream.profile,
    sampleRate: stream.sample_rate,
    channels: stream.channels,
    channelLayout: stream.channel_layout,
    language: /^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{1,8})*$/.test(language) && language !== 'und' ? language : null,
    title: stream.tags.title ?? null,
    isDefault: stream.disposition.default === 1,
    startTimeS: stream.start_time,
    bitrate: stream.bit_rate,
  }
}
