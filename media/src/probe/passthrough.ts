import { MAX_FRAME_RATE } from './frame-rate.ts'
import type { Input } from './input-args.ts'
import { type Packet, packetArgs } from './packets.ts'
import type { Source, SourceVideo } from './probe.ts'
import { fps } from './rational.ts'

/** The analyzed duration, the maximum time between keyframes, and how much later than the audio the video may begin.
 * Such video keeps its time, because the audio keeps the source's. If decoding delays of keyframes vary, the HLS muxer
 * of ffmpeg 5 shows the first frame of a segment one frame early or late. */
export const KEYFRAMES = {
  sampleS: 120,
  maxGapS: 8,
  maxStartOffsetS: 0.1,
  maxReorderS: 0.5,
  maxWaitJitterS: 0.01,
} as const

/** Properties of the first packets of a video. Times in seconds of the file. */
export interface KeyframeSample {
  keyframesS: number[]
  /** Time between the start of decoding and of presentation, from the reordering of the source or of our encoder. */
  reorderS: number
  /** Every group of pictures can be decoded independently. */
  isClosed: boolean
  /** All keyframes have the same decoding delay. */
  isSteady: boolean
}

/** ffprobe arguments for `keyframeSampleOf`: the packets of the first minutes of the video, without decoding. */
export function keyframeArgs(input: Input, videoIndex: number): string[] {
  return packetArgs(input, videoIndex, `%+${KEYFRAMES.sampleS}`)
}

/** Properties of the first two minutes of a video. @param all its packets, from its beginning */
export function keyframeSampleOf(all: readonly Packet[]): KeyframeSample {
  const packets = all.filter(({ ptsS }) => ptsS <= (all[0]?.ptsS ?? 0) + KEYFRAMES.sampleS)
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

/** Whether every device can play the video as it is, so that it becomes the top rendition without encoding. */
export function canPassThrough(source: Source, keyframes: KeyframeSample, rungKbps: number): boolean {
  const { video } = source
  if (!video) return false
  return (
    isPlayableEverywhere(video) &&
    video.heldUntilS === undefined &&
    video.bitrate > 0 &&
    video.bitrate <= rungKbps * 2000 &&
    keyframes.isClosed &&
    keyframes.isSteady &&
    keyframes.reorderS <= KEYFRAMES.maxReorderS &&
    hasRegularKeyframes(source, video, keyframes.keyframesS) &&
    fitsForcedKeyframes(source.durationS / shortestSegmentS)
  )
}

/** Whether the list of segment starts fits on a command line (see `ladderArgs`). */
export function fitsForcedKeyframes(segments: number): boolean {
  return segments * '86400.000000,'.length <= maxKeyframeListBytes
}

/** An argument on a Linux command line can have 128 KiB. */
const maxKeyframeListBytes = 100_000

/** Segments are cut at the first keyframe after each multiple of 4 s, so this is their average duration. */
const shortestSegmentS = 4

/** Browsers play this video without re-encoding. */
export function isPlayableEverywhere(video: SourceVideo): boolean {
  return (
    video.codec === 'h264' &&
    ['Constrained Baseline', 'Baseline', 'Main', 'High'].includes(video.profile) &&
    video.level <= 51 &&
    ['yuv420p', 'yuvj420p'].includes(video.pixFmt) &&
    video.rotation === 0 &&
    video.isMirrored === undefined &&
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
