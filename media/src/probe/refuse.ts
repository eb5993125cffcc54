import type { Source } from './probe.ts'
import { fps } from './rational.ts'

export type RefusalId =
  | 'media-unreadable'
  | 'media-no-tracks'
  | 'media-dimensions'
  | 'media-frame-rate'
  | 'media-duration'
  | 'media-codec'
  | 'media-dolby-vision'

/** Limits of a file, checked before anything is decoded. */
export const SOURCE_LIMITS = {
  minSidePx: 2,
  maxSidePx: 8192,
  maxPixels: 8192 * 4320,
  maxFrameRate: 240,
  maxDurationS: 24 * 3600,
} as const

/** Why this source cannot become a video, or null. `source` is null if sniff or ffprobe did not recognize the file;
 * `decodableCodecs` are the decoders of the installed ffmpeg. */
export function refuse(source: Source | null, decodableCodecs: ReadonlySet<string>): RefusalId | null {
  if (!source) return 'media-unreadable'
  const { video, audio, durationS } = source
  if (!video && audio.length === 0) return 'media-no-tracks'
  if (video) {
    const sides = [video.width, video.height, video.displayWidth, video.displayHeight]
    if (sides.some((side) => side < SOURCE_LIMITS.minSidePx || side > SOURCE_LIMITS.maxSidePx)) {
      return 'media-dimensions'
    }
    const pixels = Math.max(video.width * video.height, video.displayWidth * video.displayHeight)
    if (pixels > SOURCE_LIMITS.maxPixels) return 'media-dimensions'
    if (fps(video.frameRate) > SOURCE_LIMITS.maxFrameRate) return 'media-frame-rate'
  }
  if (!(durationS > 0) || durationS > SOURCE_LIMITS.maxDurationS) return 'media-duration'
  if (video?.needsDolbyVision) return 'media-dolby-vision'
  const isDecodable = video
    ? decodableCodecs.has(video.codec)
    : audio.some((track) => decodableCodecs.has(track.codec))
  return isDecodable ? null : 'media-codec'
}

/** The source without audio tracks that cannot be decoded, such as a phone's spatial track beside its stereo track. */
export function withDecodableAudio(source: Source, decodableCodecs: ReadonlySet<string>): Source {
  return { ...source, audio: source.audio.filter((track) => decodableCodecs.has(track.codec)) }
}
