import type { Input } from '../probe/input-args.ts'
import { runArgs } from '../probe/input-args.ts'
import type { VideoSource } from '../probe/probe.ts'
import { seekTo, trimLead } from '../probe/seek.ts'
import { type Size, scaleTo, videoFilters } from './filters.ts'
import { type Plan, type Rung, ratesOf, type VideoPlan } from './ladder.ts'

/** A part of a source that represents the rest. */
export interface Sample {
  startS: number
  durationS: number
}

/** Bits of one sample in two sizes, at the quality of the rungs below the top. */
export interface SampleBits {
  smallKbps: number
  largeKbps: number
}

export const PER_TITLE = { outputs: ['sample-small.h264', 'sample-large.h264'] } as const

const sampleS = 2
const maxSamples = 5
/** Limit of the sampled sizes. Larger samples cost more than they gain. */
const maxLines = 720
/** Rungs below the top are used on slow connections, where a higher resolution at a lower quality looks better than
 * the opposite: by SSIM it needs about a fifth fewer bits (see `npm run bench -- per-title`). */
export const COARSER_CRF = 5
/** Share of bits that the lower quality saves. */
const coarserFactor = 0.55
/** A rung is useful if the next rung needs at least this factor more bits, and it needs this factor more than the
 * first. */
const minStep = 1.5
/** Smallest share of the planned bit rate of a rung. Static videos need it for keyframes, which take most of their
 * bits. */
const minShare = 0.25
/** Reserve for scenes that need more bits than the hardest sample. */
const peakReserve = 1.5

/** Spreads samples over the video, without its start and end, which are often black. */
export function planSamples(durationS: number): Sample[] {
  const count = Math.max(1, Math.min(maxSamples, Math.floor(durationS / (2 * sampleS))))
  const length = Math.min(sampleS, durationS)
  return Array.from({ length: count }, (_, n) => ({
    startS: Math.max(0, ((n + 0.5) / count) * durationS - length / 2),
    durationS: length,
  }))
}

/** The two sizes to sample, or null if there is no rung between the first and the top. */
export function sampleSizes(plan: Plan): { small: Rung; large: Rung } | null {
  if (plan.mode === 'audio-only') return null
  const rungs = ladderOf(plan)
  const [small] = rungs
  const large = rungs.findLast(({ width, height }) => Math.min(width, height) <= maxLines) ?? small
  if (rungs.length < 3 || small === undefined || large === undefined || small === large) return null
  return { small, large }
}

/** Encodes one sample in both sizes, into the files of `PER_TITLE`. */
export function sampleBitsArgs(
  input: Input,
  source: VideoSource,
  { small, large }: { small: Rung; large: Rung },
  { startS, durationS }: Sample,
  filters: ReadonlySet<string>,
): string[] {
  const { args, leadS } = seekTo(input, startS, startS + durationS)
  const prepared = [
    ...trimLead(leadS),
    ...videoFilters(source.video, [scaleTo(large)], large.frameRate, filters),
    `trim=end=${durationS.toFixed(6)}`,
  ]
  const graph = `[0:${source.video.index}]${prepared.join()},split=2[a][large];[a]${scaleTo(small)}[small]`
  const encoded = (name: string, path: string) => [
    '-map',
    `[${name}]`,
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    String(23 + COARSER_CRF),
    '-pix_fmt',
    'yuv420p',
    '-g',
    '100000',
    '-f',
    'h264',
    path,
  ]
  return [
    ...runArgs,
    ...args,
    '-filter_complex',
    graph,
    ...encoded('small', PER_TITLE.outputs[0]),
    ...encoded('large', PER_TITLE.outputs[1]),
  ]
}

/** Limits a plan to the rungs and bit rates that this title needs. A rendition that already plays stays, and so do
 * the lowest rung, for slow connections, and the top rung, for full quality. */
export function fittedPlan(plan: VideoPlan, samples: readonly SampleBits[]): VideoPlan {
  const sizes = sampleSizes(plan)
  // At low frame rates a sample may contain no frame.
  const usable = samples.filter(({ largeKbps }) => largeKbps > 0)
  if (sizes === null || usable.length === 0) return { ...plan, isFitted: true }
  const predict = predictor(sizes, usable)
  const cappedRungs = plan.rest.map((rung) => capRung(rung, predict(rung).peakKbps))
  const [lowest = plan.first] = ladderOf(plan)
  const top = ladderOf(plan).at(-1) ?? plan.first
  const keptNames = new Set([lowest.name, plan.first.name, top.name])
  let largerKbps = predict(top).kbps
  for (const rung of ladderOf(plan).toReversed().slice(1)) {
    const { kbps } = predict(rung)
    if (largerKbps / kbps < minStep || kbps / predict(lowest).kbps < minStep) continue
    keptNames.add(rung.name)
    largerKbps = kbps
  }
  const later = (plan.later ?? []).filter(({ name, codec }) =>
    keptNames.has(name.slice(0, -`-${codec}`.length)),
  )
  return {
    ...plan,
    isFitted: true,
    rest: cappedRungs.filter(({ name }) => keptNames.has(name)),
    ...(plan.later && { later }),
  }
}

/** The H.264 rungs of a plan, low to high. */
function ladderOf(plan: VideoPlan): Rung[] {
  return [plan.first, ...plan.rest].sort((a, b) => pixels(a) - pixels(b))
}

/** Bits grow with a power of the number of pixels, which measures the detail of the larger sizes. */
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
    const qualityFactor = rung.coarser ? 1 : 1 / coarserFactor
    const kbps = qualityFactor * large * (pixels(rung) / pixels(sizes.large)) ** power
    return { kbps: Math.min(kbps, rung.bitrateKbps), peakKbps: kbps * peak * peakReserve }
  }
}

function capRung(rung: Rung, peakKbps: number): Rung {
  const needed = Math.ceil(Math.max(rung.bitrateKbps * minShare, peakKbps))
  return needed >= rung.bitrateKbps ? rung : { ...rung, ...ratesOf(needed) }
}

function pixels({ width, height }: Size): number {
  return width * height
}
