import type { Input } from '../probe/input-args.ts'
import { pinnedInput, runArgs } from '../probe/input-args.ts'
import type { VideoSource } from '../probe/probe.ts'
import { pictureFilters, type Size, scaleTo } from './filters.ts'
import { type Plan, type Rung, ratesOf, type VideoPlan } from './ladder.ts'

/** A stretch of a source that stands for the rest of it. */
export interface Sample {
  startS: number
  durationS: number
}

/** What one sample takes in two sizes, at the quality of the rungs below the top. */
export interface SampleBits {
  smallKbps: number
  largeKbps: number
}

export const PER_TITLE = { outputs: ['sample-small.h264', 'sample-large.h264'] } as const

const sampleS = 2
const mostSamples = 5
/** Looking closer than this costs more than it tells. */
const mostLines = 720
/**
 * Rungs below the top are watched where bits are short, and there more lines at a coarser quality look better than fewer
 * at a finer one: by SSIM they take about a fifth fewer bits (see `npm run bench -- per-title`).
 */
export const COARSER_CRF = 5
/** What a rung takes less for being that much coarser. */
const coarserFactor = 0.55
/** A rung is worth having where the next one takes at least so much more than it, and it so much more than the first. */
const leastStep = 1.5
/** Where little moves a keyframe takes nearly all, and needs room in the buffer. */
const leastShare = 0.25
/** Moments can take more than the hardest sample did. */
const peakReserve = 1.5

/** Spread over the whole, the first and the last moments left out, which are often black. */
export function planSamples(durationS: number): Sample[] {
  const count = Math.max(1, Math.min(mostSamples, Math.floor(durationS / (2 * sampleS))))
  const length = Math.min(sampleS, durationS)
  return Array.from({ length: count }, (_, n) => ({
    startS: Math.max(0, ((n + 0.5) / count) * durationS - length / 2),
    durationS: length,
  }))
}

/** The two sizes that are looked at; null where there is nothing between the first rung and the top to decide on. */
export function sampleSizes(plan: Plan): { small: Rung; large: Rung } | null {
  if (plan.mode === 'audio-only') return null
  const rungs = ladderOf(plan)
  const [small] = rungs
  const large = rungs.findLast(({ width, height }) => Math.min(width, height) <= mostLines) ?? small
  if (rungs.length < 3 || small === undefined || large === undefined || small === large) return null
  return { small, large }
}

/** Encodes one sample in both sizes, into the files that `PER_TITLE` names. */
export function sampleBitsArgs(
  input: Input,
  source: VideoSource,
  { small, large }: { small: Rung; large: Rung },
  { startS, durationS }: Sample,
  filters: ReadonlySet<string>,
): string[] {
  const prepared = pictureFilters(source.video, [scaleTo(large)], large.frameRate, filters)
  const graph = `[0:${source.video.index}]${prepared.join()},split=2[a][large];[a]${scaleTo(small)}[small]`
  const encoded = (name: string, path: string) => [
    ...['-map', `[${name}]`, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', String(23 + COARSER_CRF)],
    ...['-pix_fmt', 'yuv420p', '-g', '100000', '-f', 'h264', path],
  ]
  return [
    ...runArgs,
    ...['-ss', startS.toFixed(3), '-t', durationS.toFixed(3)],
    ...pinnedInput(input),
    ...['-filter_complex', graph],
    ...encoded('small', PER_TITLE.outputs[0]),
    ...encoded('large', PER_TITLE.outputs[1]),
  ]
}

/**
 * The plan with the rungs that this title needs, none of them allowed more than it can use. The one that plays already
 * stays, and so do the lowest and the top: slow lines need the one, the other is the title at its best.
 */
export function fittedPlan(plan: VideoPlan, samples: readonly SampleBits[]): VideoPlan {
  const sizes = sampleSizes(plan)
  // Where pictures are far between, a sample can fall between them: it says nothing.
  const telling = samples.filter(({ largeKbps }) => largeKbps > 0)
  if (sizes === null || telling.length === 0) return { ...plan, isFitted: true }
  const predict = predictor(sizes, telling)
  const capped = plan.rest.map((rung) => withCap(rung, predict(rung).peakKbps))
  const [lowest = plan.first] = ladderOf(plan)
  const top = ladderOf(plan).at(-1) ?? plan.first
  const kept = new Set([lowest.name, plan.first.name, top.name])
  let above = predict(top).kbps
  for (const rung of ladderOf(plan).toReversed().slice(1)) {
    const { kbps } = predict(rung)
    if (above / kbps < leastStep || kbps / predict(lowest).kbps < leastStep) continue
    kept.add(rung.name)
    above = kbps
  }
  const later = (plan.later ?? []).filter(({ name, codec }) => kept.has(name.slice(0, -`-${codec}`.length)))
  return {
    ...plan,
    isFitted: true,
    rest: capped.filter(({ name }) => kept.has(name)),
    ...(plan.later && { later }),
  }
}

/** Low to high, in H.264. */
function ladderOf(plan: VideoPlan): Rung[] {
  return [plan.first, ...plan.rest].sort((a, b) => pixels(a) - pixels(b))
}

/** Bits grow with the pixels by a power of them, which says how much detail there is to be seen in larger pictures. */
function predictor(sizes: { small: Size; large: Size }, samples: readonly SampleBits[]) {
  const mean = (of: (sample: SampleBits) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const small = mean(({ smallKbps }) => smallKbps)
  const large = Math.max(
    1,
    mean(({ largeKbps }) => largeKbps),
  )
  const growth = Math.log(large / Math.max(1, small)) / Math.log(pixels(sizes.large) / pixels(sizes.small))
  const power = Math.min(1.2, Math.max(0.1, growth))
  const peak = Math.max(...samples.map(({ largeKbps }) => largeKbps)) / large
  return (rung: Rung) => {
    const finer = rung.coarser ? 1 : 1 / coarserFactor
    const kbps = finer * large * (pixels(rung) / pixels(sizes.large)) ** power
    return { kbps: Math.min(kbps, rung.bitrateKbps), peakKbps: kbps * peak * peakReserve }
  }
}

function withCap(rung: Rung, peakKbps: number): Rung {
  const needed = Math.ceil(Math.max(rung.bitrateKbps * leastShare, peakKbps))
  return needed >= rung.bitrateKbps ? rung : { ...rung, ...ratesOf(needed) }
}

function pixels({ width, height }: Size): number {
  return width * height
}
