import { MAX_FRAME_RATE } from './frame-rate.ts'
import type { Input } from './input-args.ts'
import { packetArgs, parsePackets } from './packets.ts'
import type { Source, SourceVideo } from './probe.ts'
import { fps } from './rational.ts'

/**
 * How far into the file keyframes are looked at, and the longest a player may wait for the next one. Where their wait
 * between decoding and showing varies, ffmpeg 5's HLS muxer shows a segment's first picture a frame early or late.
 */
export const KEYFRAMES = {
  sampleS: 120,
  maxGapS: 8,
  maxStartOffsetS: 0.1,
  maxReorderS: 0.5,
  maxWaitJitterS: 0.01,
} as const

/** What the first packets of a picture tell. Times in seconds on the file's clock. */
export interface KeyframeSample {
  keyframesS: number[]
  /** How long before the first picture is shown its decoding starts, at the source's or our own reordering. */
  reorderS: number
  /** Every group of pictures can be decoded without the one before it. */
  isClosed: boolean
  /** Every keyframe waits equally long between decoding and showing. */
  isSteady: boolean
}

/** ffprobe's arguments for `parseKeyframes`: the first minutes' packets of the picture, undecoded. */
export function keyframeArgs(input: Input, videoIndex: number): string[] {
  return packetArgs(input, videoIndex, `%+${KEYFRAMES.sampleS}`)
}

export function parseKeyframes(csv: string): KeyframeSample {
  const packets = parsePackets(csv)
  const keyframesS: number[] = []
  let isClosed = true
  for (const { ptsS, isKey } of packets) {
    if (isKey) keyframesS.push(ptsS)
    else if (ptsS < (keyframesS[keyframesS.length - 1] ?? 0)) isClosed = false
  }
  const [first] = packets
  const [shownFirst = 0, , shownThird = shownFirst] = packets.map(({ ptsS }) => ptsS).sort((a, b) => a - b)
  const sourceS = first && Number.isFinite(first.dtsS) ? first.ptsS - first.dtsS : 0
  const waitsS = packets
    .filter(({ isKey, dtsS }) => isKey && Number.isFinite(dtsS))
    .map(({ ptsS, dtsS }) => ptsS - dtsS)
  const isSteady = waitsS.every((waitS) => Math.abs(waitS - (waitsS[0] ?? 0)) <= KEYFRAMES.maxWaitJitterS)
  return { keyframesS, reorderS: Math.max(sourceS, shownThird - shownFirst), isClosed, isSteady }
}

/** Whether the picture plays everywhere as it is, so that it needs no encoding to be the top rung. */
export function canPassThrough(source: Source, keyframes: KeyframeSample, rungKbps: number): boolean {
  const { video } = source
  if (!video) return false
  return (
    isPlayableEverywhere(video) &&
    video.bitrate > 0 &&
    video.bitrate <= rungKbps * 2000 &&
    keyframes.isClosed &&
    keyframes.isSteady &&
    keyframes.reorderS <= KEYFRAMES.maxReorderS &&
    hasRegularKeyframes(source, video, keyframes.keyframesS) &&
    fitsForcedKeyframes(source.durationS / shortestSegmentS)
  )
}

/** Whether a list of so many segment starts still fits on a command line (see `ladderArgs`). */
export function fitsForcedKeyframes(segments: number): boolean {
  return segments * '86400.000000,'.length <= maxKeyframeListBytes
}

/** One argument on a Linux command line holds 128 KiB. */
const maxKeyframeListBytes = 100_000

/** Segments are cut at the first keyframe after each multiple of 4 s, so they are as long on average. */
const shortestSegmentS = 4

/** As it is, in every browser. */
export function isPlayableEverywhere(video: SourceVideo): boolean {
  return (
    video.codec === 'h264' &&
    ['Constrained Baseline', 'Baseline', 'Main', 'High'].includes(video.profile) &&
    video.level <= 51 &&
    ['yuv420p', 'yuvj420p'].includes(video.pixFmt) &&
    video.rotation === 0 &&
    video.sampleAspect.num === video.sampleAspect.den &&
    !video.isInterlaced &&
    !video.isHdr &&
    video.width % 2 === 0 &&
    video.height % 2 === 0 &&
    fps(video.frameRate) <= MAX_FRAME_RATE + 0.01
  )
}

function hasRegularKeyframes(source: Source, video: SourceVideo, keyframesS: number[]): boolean {
  const [first] = keyframesS
  if (first === undefined) return false
  const isOnTime = [first, video.startTimeS].every(
    (startS) => Math.abs(startS - source.startTimeS) <= KEYFRAMES.maxStartOffsetS,
  )
  const sampleEndS = source.startTimeS + Math.min(source.durationS, KEYFRAMES.sampleS)
  const gapsS = [...keyframesS.slice(1), sampleEndS].map((timeS, n) => timeS - (keyframesS[n] ?? 0))
  return isOnTime && gapsS.every((gapS) => gapS <= KEYFRAMES.maxGapS)
}
