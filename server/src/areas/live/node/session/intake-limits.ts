import { type LiveTrack, pictureSizeOf, type SourceItem } from '@kinora/media'
import { isAcceptedCodec } from '../../ingest/accepted-codecs.ts'
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

const CODEC_NAMES = { h264: 'H.264', hevc: 'HEVC', av1: 'AV1', aac: 'AAC', opus: 'Opus' }
const WINDOW_MS = 5000
const STEP_MS = 250
/** 4096×2304. Larger video is 8K. */
const MAX_PIXELS = 4096 * 2304

/** Limits the bitrate over the last 5 s. The check runs for each frame, so memory is bounded even if the encoder sends
 * all of it at once. */
export function createIntakeLimits(
  maxKbps: number,
  nowMs: () => number = () => performance.now(),
): IntakeLimits {
  const maxBytes = (maxKbps * 1000 * WINDOW_MS) / 1000 / 8
  let steps: { readonly sinceMs: number; bytes: number }[] = []
  let total = 0

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

  function faultOf(track: LiveTrack): IntakeFault | null {
    if (!isAcceptedCodec(track.codec))
      return { reason: 'codec-not-supported', detail: CODEC_NAMES[track.codec] }
    const size = track.kind === 'video' ? pictureSizeOf(track) : null
    if (size === null || size.width * size.height <= MAX_PIXELS) return null
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
