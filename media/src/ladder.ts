import type { AudioTrack } from './audio-plan.ts'
import { planAudio } from './audio-plan.ts'
import { frameRateFor } from './frame-rate.ts'
import type { KeyframeSample } from './passthrough.ts'
import { canPassThrough } from './passthrough.ts'
import type { Source, SourceVideo } from './probe.ts'
import type { Rational } from './rational.ts'
import { fps } from './rational.ts'
import { timelineStartS } from './timeline.ts'

/** One video rendition. `kbps` is what its average aims at, `maxrateKbps` what no buffer's worth exceeds. */
export interface Rung {
  name: string
  kind: 'encode' | 'passthrough'
  width: number
  height: number
  frameRate: Rational
  bitrateKbps: number
  maxrateKbps: number
  bufsizeKbps: number
}

/** What becomes of a source. `first` is playable first; `rest` follows, low to high. */
export type Plan = VideoPlan | AudioPlan

export interface VideoPlan extends Timeline {
  mode: 'passthrough' | 'encode'
  first: Rung
  rest: Rung[]
  audio: AudioTrack[]
}

export interface AudioPlan extends Timeline {
  mode: 'audio-only'
  audio: AudioTrack[]
}

/** `startS`: where the source's time zero lies on the clock of the segments, the same in all renditions. */
interface Timeline {
  segmentS: number
  startS: number
}

const SEGMENT_S = 4

/** By the short side of the picture, at up to 30 frames a second. */
const LADDER = [
  { name: '240p', shortSide: 240, bitrateKbps: 400 },
  { name: '360p', shortSide: 360, bitrateKbps: 800 },
  { name: '480p', shortSide: 480, bitrateKbps: 1400 },
  { name: '720p', shortSide: 720, bitrateKbps: 2800 },
  { name: '1080p', shortSide: 1080, bitrateKbps: 5000 },
  { name: '1440p', shortSide: 1440, bitrateKbps: 9000 },
  { name: '2160p', shortSide: 2160, bitrateKbps: 16_000 },
] as const
type Step = (typeof LADDER)[number]

const highFrameRateFactor = 1.5

/** Beyond this, H.264 decoders in devices give up, however small the other side is. */
const maxLongSide = 4096

/** The renditions of a source that was not refused. Without a sample of keyframes nothing is repackaged. */
export function planLadder(source: Source, keyframes: KeyframeSample | null = null): Plan {
  const { video } = source
  const audio = planAudio(source)
  if (!video) return { mode: 'audio-only', segmentS: SEGMENT_S, startS: timelineStartS(null, null), audio }
  const rungs = planRungs(video)
  const top = rungs[rungs.length - 1] ?? rungFor(video, LADDER[0], frameRateFor(video))
  if (keyframes && canPassThrough(source, keyframes, top.bitrateKbps)) {
    const { width, height, frameRate } = video
    const bitrateKbps = Math.ceil(video.bitrate / 1000)
    const first: Rung = { ...top, kind: 'passthrough', width, height, frameRate, bitrateKbps }
    const startS = timelineStartS(frameRate, keyframes)
    return { mode: 'passthrough', segmentS: SEGMENT_S, startS, first, rest: rungs.slice(0, -1), audio }
  }
  const [first = top, ...rest] = rungs
  return {
    mode: 'encode',
    segmentS: SEGMENT_S,
    startS: timelineStartS(first.frameRate, null),
    first,
    rest,
    audio,
  }
}

/** Low to high. The top keeps the source's own size under the name of the step nearest to it. */
function planRungs(video: SourceVideo): Rung[] {
  const frameRate = frameRateFor(video)
  const nearest = nearestStep(Math.min(video.displayWidth, video.displayHeight))
  return LADDER.slice(0, LADDER.indexOf(nearest) + 1).map((step) => rungFor(video, step, frameRate))
}

function nearestStep(shortSide: number): Step {
  const distance = (step: Step) => Math.abs(Math.log(shortSide / step.shortSide))
  return LADDER.reduce((best: Step, step) => (distance(step) < distance(best) ? step : best))
}

function rungFor(video: SourceVideo, step: Step, frameRate: Rational): Rung {
  const { displayWidth, displayHeight } = video
  const shortSide = Math.min(displayWidth, displayHeight)
  const isTop = nearestStep(shortSide) === step && step.shortSide !== LADDER[LADDER.length - 1]?.shortSide
  const target = isTop ? shortSide : Math.min(step.shortSide, shortSide)
  const scale = Math.min(1, target / shortSide, maxLongSide / Math.max(displayWidth, displayHeight))
  const width = even(displayWidth * scale, displayWidth)
  const height = even(displayHeight * scale, displayHeight)
  // A top between two steps pays for the lines it really has.
  const size = Math.max(0.5, Math.min(width, height) / step.shortSide)
  const factor = size * (fps(frameRate) > 30.5 ? highFrameRateFactor : 1)
  const bitrateKbps = Math.round(step.bitrateKbps * factor)
  return {
    name: step.name,
    kind: 'encode',
    width,
    height,
    frameRate,
    bitrateKbps,
    maxrateKbps: Math.round(bitrateKbps * 1.25),
    bufsizeKbps: bitrateKbps * 2,
  }
}

/** 4:2:0 has no odd sides; the nearest even one, but never a line more than there is. */
function even(side: number, sourceSide: number): number {
  return Math.max(2, Math.min(2 * Math.round(side / 2), 2 * Math.floor(sourceSide / 2)))
}
