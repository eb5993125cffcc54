import { type LiveTrack, type LiveVideoTrack, pictureSizeOf, type SourceItem } from '@kinora/media'
import { CODEC_NAMES } from '../../ingest/accepted-codecs.ts'
import type { PublishRefusal } from '../../ingest/publisher.ts'

/** Limits of the media that an encoder sends. */
export interface IntakeLimits {
  /** Returns why the encoder must be disconnected, or null. */
  check(item: SourceItem): IntakeFault | null
}

export interface IntakeFault {
  readonly reason: Extract<PublishRefusal, 'codec-not-supported' | 'bitrate-too-high' | 'picture-too-large'>
  /** The codec, the video size or the bitrate limit. */
  readonly detail: string
}

const WINDOW_MS = 5000
const STEP_MS = 250
/** 4096×2304. Larger video is 8K. */
const MAX_PIXELS = 4096 * 2304
/** Each change of the video codec starts an ffmpeg. */
const MAX_CODEC_CHANGES = 10
const CODEC_WINDOW_MS = 60_000

/** Limits the bitrate over the last 5 s. The check runs for each frame, so memory is bounded even if the encoder sends
 * all of it at once. */
export function createIntakeLimits(
  maxKbps: number,
  nowMs: () => number = () => performance.now(),
): IntakeLimits {
  const maxBytes = (maxKbps * 1000 * WINDOW_MS) / 1000 / 8
  let steps: { readonly sinceMs: number; bytes: number }[] = []
  let total = 0
  let codec: LiveVideoTrack['codec'] | null = null
  let changes: number[] = []

  function isOver(length: number): boolean {
    const now = nowMs()
    const kept = steps.filter(({ sinceMs }) => now - sinceMs < WINDOW_MS)
    if (kept.length < steps.length) {
      steps = kept
      total = steps.reduce((sum, { bytes }) => sum + bytes, 0)
    }
    const last = steps.at(-1)
    if (last !== undefined && now - last.sinceMs < STEP_MS) last.bytes += length
    else steps.push({ sinceMs: now, bytes: length })
    total += length
    return total > maxBytes
  }

  function changesTooOften(next: LiveVideoTrack['codec']): boolean {
    if (codec !== null && codec !== next) {
      const now = nowMs()
      changes = changes.filter((at) => now - at < CODEC_WINDOW_MS).concat(now)
    }
    codec = next
    return changes.length > MAX_CODEC_CHANGES
  }

  function faultOf(track: LiveTrack): IntakeFault | null {
    if (track.kind === 'audio') return null
    const refuse = (why: string) =>
      ({ reason: 'codec-not-supported', detail: `${CODEC_NAMES[track.codec]} ${why}` }) as const
    if (changesTooOften(track.codec)) return refuse('after too many changes of the codec')
    const size = pictureSizeOf(track)
    if (size === null) return track.codec === 'h264' ? null : refuse('without a sequence header')
    if (size.width * size.height <= MAX_PIXELS) return null
    return { reason: 'picture-too-large', detail: `${size.width}×${size.height}` }
  }

  return {
    check(item) {
      if ('config' in item) return faultOf(item)
      if (!('data' in item)) return null
      return isOver(item.data.length)
        ? { reason: 'bitrate-too-high', detail: `${maxKbps / 1000} Mb/s` }
        : null
    },
  }
}
