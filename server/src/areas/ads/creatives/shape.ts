import { createHash } from 'node:crypto'
import { type AdRendition, AUDIO } from '@kinora/media'
import type { Streams } from '../../delivery/index.ts'

/** Encoding parameters of an ad, which have to match the video around it. */
export interface AdShape {
  readonly video: readonly AdRendition[]
  readonly hasAudio: boolean
  /** Set if all audio of the video is mono. */
  readonly isMono?: true
  /** Sample rate of all audio of the video in Hz, if it is not `AUDIO.sampleRate`. */
  readonly sampleRate?: number
  /** Target loudness of the video's audio in LUFS. Null if it is not normalized. */
  readonly loudness: number | null
  /** Maximum segment length in seconds. Default: the segment length of videos. */
  readonly segmentS?: number
}

/** Null for a video without H.264 renditions. */
export function shapeOf(
  { video, audio }: Pick<Streams, 'video' | 'audio'>,
  loudness: number | null,
): AdShape | null {
  if (video.length === 0) return null
  const [rate, ...otherRates] = new Set(audio.map(({ sampleRate }) => sampleRate))
  return {
    video: video.map(({ width, height, frameRate, codecs }) => ({ width, height, frameRate, codecs })),
    hasAudio: audio.length > 0,
    ...(audio.length > 0 && audio.every(({ channels }) => channels === 1) && { isMono: true as const }),
    ...(rate !== undefined && rate !== AUDIO.sampleRate && otherRates.length === 0 && { sampleRate: rate }),
    loudness,
  }
}

/** Loudness for live streams, whose own is unknown: that of broadcasts (EBU R 128). */
const LIVE_LOUDNESS = -23
const liveRates = [23.976, 24, 25, 29.97, 30, 50, 59.94, 60]

/** Shape for a live stream. Its measured frame rate is rounded to a usual one, so that the shape does not change all the time. */
export function liveShapeOf(
  { video, audio }: Pick<Streams, 'video' | 'audio'>,
  segmentS: number,
): AdShape | null {
  const shape = shapeOf({ video, audio }, LIVE_LOUDNESS)
  const rounded = (rate: number) =>
    liveRates.reduce((best, each) => (Math.abs(each - rate) < Math.abs(best - rate) ? each : best))
  return (
    shape && {
      ...shape,
      segmentS,
      video: shape.video.map((each) => ({ ...each, frameRate: rounded(each.frameRate) })),
    }
  )
}

/** Version of the ad encoding. A new number encodes all ads again. */
const ENCODING = 3

export function shapeKeyOf(shape: AdShape): string {
  return hashOf(JSON.stringify([ENCODING, shape]))
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
