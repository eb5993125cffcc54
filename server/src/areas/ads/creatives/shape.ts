import { createHash } from 'node:crypto'
import { type AdRendition, AUDIO } from '@kinora/media'
import type { Streams } from '../../delivery/index.ts'

/** What an ad must be like to be played between segments of a video. */
export interface AdShape {
  readonly video: readonly AdRendition[]
  readonly hasAudio: boolean
  /** Set if all audio of the video is mono. */
  readonly isMono?: true
  /** Of all audio of the video in Hz, if it is not `AUDIO.sampleRate`. */
  readonly sampleRate?: number
  /** Target of the video's audio in LUFS. Null if it keeps that of its source. */
  readonly loudness: number | null
  /** Longest segment in seconds; that of videos if it is omitted. */
  readonly segmentS?: number
}

/** Null for a video without pictures in H.264. */
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

/** Common loudness of broadcasts (EBU R 128). That of a live stream is not known. */
const LIVE_LOUDNESS = -23
const liveRates = [23.976, 24, 25, 29.97, 30, 50, 59.94, 60]

/** The frame rate of a live stream is measured, so it is rounded: otherwise its shape would change all the time. */
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

/** Changes with the encoding of ads too, so that ads are encoded again after a change of it. */
const ENCODING = 3

export function shapeKeyOf(shape: AdShape): string {
  return hashOf(JSON.stringify([ENCODING, shape]))
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
