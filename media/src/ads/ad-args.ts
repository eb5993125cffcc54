import { AUDIO, type AudioTrack } from '../encode/audio-plan.ts'
import { encoderArgs } from '../encode/encoder-args.ts'
import { audioFilters, fitFilters, type Size, scaleTo, videoFilters } from '../encode/filters.ts'
import { atSegments, cutAtEveryKeyframeS, exactDurations, fromTimeZero, hls } from '../encode/hls-args.ts'
import { type Rung, SEGMENT_S, standardRung } from '../encode/ladder.ts'
import { displaySize } from '../images/still-args.ts'
import { AAC_FRAME_SAMPLES } from '../live/codecs/aac.ts'
import { nearestRate } from '../probe/frame-rate.ts'
import type { Input } from '../probe/input-args.ts'
import { pinnedInput, runArgs } from '../probe/input-args.ts'
import type { VideoSource } from '../probe/probe.ts'
import { fps, type Rational } from '../probe/rational.ts'
import { bFramesAt } from '../probe/timeline.ts'

/** A rendition of the video that ads are inserted into. */
export interface AdRendition {
  readonly width: number
  readonly height: number
  readonly frameRate: number
  /** RFC 6381 codecs of the H.264 video, such as `avc1.64001f`. */
  readonly codecs: string
}

/** Audio format of the video that ads are inserted into. */
export interface AdAudio {
  readonly channels: 1 | 2
  /** Sample rate in Hz. */
  readonly sampleRate: number
}

/** Encoding plan of an ad for videos of one shape. */
export interface AdPlan {
  readonly frameRate: Rational
  readonly frames: number
  /** First frame of each segment. All segments have the same length, rounded to frames. */
  readonly segmentFrames: readonly number[]
  readonly renditions: readonly AdRendition[]
  /** Null for videos without audio. */
  readonly audio: (AdAudio & { readonly track: AudioTrack | null }) | null
}

/** @param track audio track of the ad. Null for silence, undefined if the video has no audio
 * @param segmentS maximum segment length in seconds */
export function planAd(
  { durationS }: VideoSource,
  renditions: readonly AdRendition[],
  track: AudioTrack | null | undefined,
  segmentS: number = SEGMENT_S,
  audio: AdAudio = { channels: 2, sampleRate: AUDIO.sampleRate },
): AdPlan {
  const frameRate = nearestRate(Math.max(...renditions.map((each) => each.frameRate)))
  const rate = fps(frameRate)
  const frames = Math.max(1, Math.round(durationS * rate))
  const segments = Math.ceil(frames / (rate * segmentS))
  const segmentFrames = Array.from({ length: segments }, (_, n) => Math.round((n * frames) / segments))
  return {
    frameRate,
    frames,
    segmentFrames,
    renditions,
    audio: track === undefined ? null : { track, ...audio },
  }
}

const AUDIO_KBPS = 128
/** Minimum segment length, except for very short ads. */
const SHORT_SEGMENT_S = SEGMENT_S / 2

/** Rung for an ad. A rate control buffer of one second keeps segments close to the average bitrate. */
function rungOf(size: Size, frameRate: Rational): Rung {
  const rung = standardRung(size, frameRate)
  return { ...rung, bufsizeKbps: rung.bitrateKbps }
}

/** Maximum bits per second of an ad's segments, for the multivariant playlist. */
export function adBandwidth(rendition: Omit<AdRendition, 'codecs'> | null): number {
  if (rendition === null) return AUDIO_KBPS * 1100
  const { maxrateKbps, bufsizeKbps } = rungOf(rendition, nearestRate(rendition.frameRate))
  return Math.round((maxrateKbps + bufsizeKbps / SHORT_SEGMENT_S) * 1000)
}

/** Names of the output folders of `adArgs`. */
export const adOutputName = (rendition: number) => `v${rendition}`
export const AD_AUDIO_NAME = 'a'

/** Time by which an audio segment can exceed the video segment and two frames, so that a last segment of two frames is avoided. */
const AUDIO_SLACK_S = 0.007

/** Encodes an ad in the sizes of a video, letterboxed, with audio that ends less than two frames after the video. */
export function adArgs(
  input: Input,
  { video }: VideoSource,
  plan: AdPlan,
  filters: ReadonlySet<string>,
): string[] {
  const { frameRate, frames, renditions, audio } = plan
  const rate = fps(frameRate)
  const lengthS = frames / rate
  const largest = renditions.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a))
  const fitted = fitFilters(displaySize(video), { ...largest, fitMode: 'pad' })
  const prepared = [
    ...videoFilters(video, fitted, frameRate, filters),
    'tpad=stop=-1:stop_mode=clone',
    `trim=end_frame=${frames}`,
    `split=${renditions.length}`,
  ]
  const graph = [
    `[0:${video.index}]${prepared.join()}${renditions.map((_, n) => `[p${n}]`).join('')}`,
    ...renditions.map((size, n) => `[p${n}]${scaleTo(size)},setsar=1,format=yuv420p[v${n}]`),
  ]
  const starts = plan.segmentFrames.map((frame) => frame / rate)
  const outputs = renditions.flatMap(({ width, height, codecs }, n) => [
    '-map',
    `[v${n}]`,
    ...encoderArgs(rungOf({ width, height }, frameRate), {}, bFramesAt(frameRate)),
    ...profileArgs(codecs),
    ...atSegments(starts),
    '-bsf:v',
    exactDurations,
    ...hls(adOutputName(n), cutAtEveryKeyframeS),
  ])
  const silence =
    audio?.track === null
      ? ['-f', 'lavfi', '-i', `anullsrc=r=${audio.sampleRate}:cl=${audio.channels === 1 ? 'mono' : 'stereo'}`]
      : []
  return [
    ...runArgs,
    ...pinnedInput(input),
    ...silence,
    '-filter_complex',
    graph.join(';'),
    ...outputs,
    ...(audio === null ? [] : audioArgs(audio, lengthS, plan.segmentFrames.length)),
  ]
}

const profiles: Readonly<Record<string, string>> = { '42': 'baseline', '4d': 'main' }

/** Profile and level of the video, so that decoders get nothing above the announced codecs. */
function profileArgs(codecs: string): string[] {
  const [, profile = '', level = ''] = /^avc1\.([\da-f]{2})[\da-f]{2}([\da-f]{2})$/i.exec(codecs) ?? []
  const own = ['-profile:v', profiles[profile.toLowerCase()] ?? 'high']
  const isBaseline = own[1] === 'baseline'
  const levels = level === '' ? [] : ['-level:v', (Number.parseInt(level, 16) / 10).toFixed(1)]
  return [...own, ...levels, ...(isBaseline ? ['-bf', '0'] : [])]
}

/** The audio has whole frames and is one to two frames longer than the video, because the audio of the stream continues up to a
 * frame late. Chromium trims overlaps exactly, but plays audio after a gap too early, and decodes a short last frame completely:
 * these errors would add up over breaks. */
function audioArgs(
  { track, channels, sampleRate }: NonNullable<AdPlan['audio']>,
  lengthS: number,
  segments: number,
): string[] {
  const samples = (Math.ceil((lengthS * sampleRate) / AAC_FRAME_SAMPLES) + 1) * AAC_FRAME_SAMPLES
  const segmentS = lengthS / segments + (2 * AAC_FRAME_SAMPLES) / sampleRate + AUDIO_SLACK_S
  const own = track === null ? [] : [...audioFilters({ ...track, channels }), `aresample=${sampleRate}`]
  return [
    '-map',
    track === null ? '1:a' : `0:${track.sourceIndex}`,
    '-af',
    [...own, `apad=whole_len=${samples}`, `atrim=end_sample=${samples}`].join(),
    '-c:a',
    'aac',
    '-profile:a',
    'aac_low',
    '-b:a',
    `${channels === 1 ? AUDIO_KBPS / 2 : AUDIO_KBPS}k`,
    '-ar',
    String(sampleRate),
    '-ac',
    String(channels),
    '-bsf:a',
    fromTimeZero,
    ...hls(AD_AUDIO_NAME, segmentS),
  ]
}
