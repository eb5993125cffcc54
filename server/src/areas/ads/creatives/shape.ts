import { createHash } from 'node:crypto'
import type { Streams } from '../../delivery/index.ts'

/** What an ad must be like to be played between segments of a video. */
export interface AdShape {
  readonly video: readonly { readonly width: number; readonly height: number; readonly frameRate: number }[]
  readonly hasAudio: boolean
  /** Target of the video's audio in LUFS. Null if it keeps that of its source. */
  readonly loudness: number | null
}

/** Null for a video without pictures in H.264. */
export function shapeOf(
  { video, audio }: Pick<Streams, 'video' | 'audio'>,
  loudness: number | null,
): AdShape | null {
  if (video.length === 0) return null
  return {
    video: video.map(({ width, height, frameRate }) => ({ width, height, frameRate })),
    hasAudio: audio.length > 0,
    loudness,
  }
}

/** Changes with the encoding of ads too, so that ads are encoded again after a change of it. */
const ENCODING = 1

export function shapeKeyOf(shape: AdShape): string {
  return hashOf(JSON.stringify([ENCODING, shape]))
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
