import { frameRateFor } from '../probe/frame-rate.ts'
import type { KeyframeSample } from '../probe/passthrough.ts'
import { canPassThrough } from '../probe/passthrough.ts'
import type { Source, SourceVideo } from '../probe/probe.ts'
import type { Rational } from '../probe/rational.ts'
import { fps } from '../probe/rational.ts'
import type { AudioTrack } from './audio-plan.ts'
import { planAudio } from './audio-plan.ts'
import {
  BITRATE_FACTORS,
  type Encoding,
  type LaterCodec,
  laterCodecsOf,
  STANDARD_ENCODING,
  type Step,
} from './encoding.ts'

/** A video rendition. `bitrateKbps` is the average bit rate, `maxrateKbps` the maximum of the buffer. */
export interface Rung {
  name: string
  kind: 'encode' | 'passthrough'
  /** Missing for H.264. */
  codec?: LaterCodec
  /** Encoded at lower quality: a rung below the top of a per-title ladder, where resolution matters more. */
  coarser?: true
  width: number
  height: number
  frameRate: Rational
  bitrateKbps: number
  maxrateKbps: number
  bufsizeKbps: number
}

/** The renditions of a source. `first` is playable first; `rest` follows, low to high. */
export type Plan = VideoPlan | AudioPlan

export interface VideoPlan {
  segmentS: number
  mode: 'passthrough' | 'encode'
  first: Rung
  rest: Rung[]
  /** Rungs in other codecs, each low to high. Missing in plans that are older than these codecs. */
  later?: Rung[]
  /** Frames per segment, if all codecs must be cut at the same frames. Missing if segments are cut by time. */
  segmentFrames?: number
  /** The per-title analysis is complete. */
  isFitted?: true
  audio: AudioTrack[]
}

export interface AudioPlan {
  segmentS: number
  mode: 'audio-only'
  audio: AudioTrack[]
}

export const SEGMENT_S = 4

const highFrameRateFactor = 1.5

/** Maximum bit rate relative to the average. */
const peakFactor = 1.25

/** Above this, H.264 decoders of devices fail, regardless of the other side. */
const maxLongSide = 4096

/** Minimum size of AV1 and HEVC encoders. */
const leastLaterSide = 64

/** Plans the renditions of an accepted source. Without a sample of keyframes nothing is repackaged. */
export function planLadder(
  source: Source,
  keyframes: KeyframeSample | null = null,
  encoding: Encoding = STANDARD_ENCODING,
): Plan {
  const { video } = source
  const audio = planAudio(source, encoding.audio)
  if (!video) return { mode: 'audio-only', segmentS: SEGMENT_S, audio }
  const rungs = planRungs(video, encoding).map((rung, n, all) =>
    encoding.perTitle && n < all.length - 1 ? { ...rung, coarser: true as const } : rung,
  )
  const [lowest] = rungs
  const top = rungs[rungs.length - 1]
  if (lowest === undefined || top === undefined) throw new Error('an encoding has at least one rung')
  const common = { segmentS: SEGMENT_S, audio, ...laterOf(rungs, encoding) }
  if (keyframes && keepsOriginal(source, keyframes, top, encoding)) {
    const { width, height, frameRate } = video
    const bitrateKbps = Math.ceil(video.bitrate / 1000)
    const first: Rung = { ...top, kind: 'passthrough', width, height, frameRate, bitrateKbps }
    return { mode: 'passthrough', first, rest: rungs.slice(0, -1), ...common }
  }
  return { mode: 'encode', first: lowest, rest: rungs.slice(1), ...common }
}

/** AV1 encoders place keyframes only at a fixed number of frames, so they cannot follow the keyframes of a source. */
function keepsOriginal(source: Source, keyframes: KeyframeSample, top: Rung, encoding: Encoding): boolean {
  const { video } = source
  const isWithin =
    video !== null &&
    Math.min(video.displayWidth, video.displayHeight) <= Math.max(...linesOf(encoding)) &&
    fps(video.frameRate) <= (encoding.maxFrameRate ?? Number.POSITIVE_INFINITY) + 0.01
  return (
    isWithin &&
    encoding.keepsOriginal &&
    encoding.watermark === null &&
    !encoding.codecs.includes('av1') &&
    canPassThrough(source, keyframes, top.bitrateKbps)
  )
}

function linesOf({ rungs }: Encoding): number[] {
  return rungs.map(({ lines }) => lines)
}

function laterOf(rungs: Rung[], encoding: Encoding): Pick<VideoPlan, 'later' | 'segmentFrames'> {
  const codecs = laterCodecsOf(encoding)
  if (codecs.length === 0) return {}
  const fitting = rungs.filter(({ width, height }) => Math.min(width, height) >= leastLaterSide)
  const later = codecs.flatMap((codec) => fitting.map((rung) => inCodec(rung, codec)))
  const rate = fps(rungs[0]?.frameRate ?? { num: 25, den: 1 })
  return { later, ...(codecs.includes('av1') && { segmentFrames: Math.round(rate * SEGMENT_S) }) }
}

function inCodec(rung: Rung, codec: LaterCodec): Rung {
  const bitrateKbps = Math.round(rung.bitrateKbps * BITRATE_FACTORS[codec])
  return { ...rung, name: `${rung.name}-${codec}`, codec, ...ratesOf(bitrateKbps) }
}

/** Low to high. The top rung keeps the size of the source, with the name of the nearest step. */
function planRungs(video: SourceVideo, encoding: Encoding): Rung[] {
  const steps = [...encoding.rungs].sort((a, b) => a.lines - b.lines)
  const frameRate = frameRateFor(video, encoding.maxFrameRate)
  const nearest = nearestStep(Math.min(video.displayWidth, video.displayHeight), steps)
  return steps
    .filter(({ lines }) => lines <= nearest.lines)
    .map((step) => rungFor(video, step, steps, frameRate))
}

function nearestStep(shortSide: number, [first, ...others]: readonly Step[]): Step {
  if (first === undefined) throw new Error('an encoding has at least one rung')
  const distance = (step: Step) => Math.abs(Math.log(shortSide / step.lines))
  return others.reduce((best, step) => (distance(step) < distance(best) ? step : best), first)
}

/** A rendition of a given size, with the bit rate of the nearest standard step. */
export function standardRung(
  { width, height }: { width: number; height: number },
  frameRate: Rational,
): Rung {
  const shortSide = Math.min(width, height)
  const step = nearestStep(shortSide, STANDARD_ENCODING.rungs)
  const bitrateKbps = bitrateOf(step, shortSide, frameRate)
  return { name: `${step.lines}p`, kind: 'encode', width, height, frameRate, ...ratesOf(bitrateKbps) }
}

function rungFor(video: SourceVideo, step: Step, steps: readonly Step[], frameRate: Rational): Rung {
  const { displayWidth, displayHeight } = video
  const shortSide = Math.min(displayWidth, displayHeight)
  const isTop = nearestStep(shortSide, steps) === step && step !== steps[steps.length - 1]
  const target = isTop ? shortSide : Math.min(step.lines, shortSide)
  const scale = Math.min(1, target / shortSide, maxLongSide / Math.max(displayWidth, displayHeight))
  const width = even(displayWidth * scale, displayWidth)
  const height = even(displayHeight * scale, displayHeight)
  const bitrateKbps = bitrateOf(step, Math.min(width, height), frameRate)
  return { name: `${step.lines}p`, kind: 'encode', width, height, frameRate, ...ratesOf(bitrateKbps) }
}

/** The bit rate of a rung between two steps follows its actual lines. */
function bitrateOf({ lines, maxKbps }: Step, shortSide: number, frameRate: Rational): number {
  const size = Math.max(0.5, shortSide / lines)
  const factor = size * (fps(frameRate) > 30.5 ? highFrameRateFactor : 1)
  return Math.round((maxKbps / peakFactor) * factor)
}

/** The limits for an average bit rate. */
export function ratesOf(bitrateKbps: number): Pick<Rung, 'bitrateKbps' | 'maxrateKbps' | 'bufsizeKbps'> {
  return { bitrateKbps, maxrateKbps: Math.round(bitrateKbps * peakFactor), bufsizeKbps: bitrateKbps * 2 }
}

/** 4:2:0 requires even sides. Rounds to the nearest one, but never above the source. */
function even(side: number, sourceSide: number): number {
  return Math.max(2, Math.min(2 * Math.round(side / 2), 2 * Math.floor(sourceSide / 2)))
}
