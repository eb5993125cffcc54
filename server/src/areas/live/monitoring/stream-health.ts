import type { MonitorPoint, StreamHealth } from '@kinora/contract'
import type { HealthPoint } from './tables.ts'

/** Older figures are not current: figures are stored every 5 s. */
const FRESH_S = 12
const KEYFRAME_S = 2.1
const LATE_MS = 500
const LOW_FRAME_RATE = 20
/** Quieter audio counts as silent, in dBFS. */
const SILENT_DBFS = -60
const SILENT_S = 10
const OFFSET_MS = 200
const SLOW = 0.95
/** A bitrate below this share of the usual one is low. */
const LOW_SHARE = 0.5
/** Seconds whose median bitrate is the usual one, and the fewest that show it. */
const USUAL_S = { most: 600, least: 60 } as const

/** A point with its time, epoch ms. */
export interface TimedPoint extends HealthPoint {
  readonly at: number
}

/** The latest figures and warnings of a stream. Null if no point is current.
 * @param points oldest first */
export function healthOf(points: readonly TimedPoint[], now: Date): StreamHealth | null {
  const recent = points.filter(({ at }) => at > now.getTime() - FRESH_S * 1000)
  const last = recent.at(-1)
  if (last === undefined) return null
  const dropped = points
    .filter(({ at }) => at > now.getTime() - 60_000)
    .reduce((total, { drop }) => total + drop, 0)
  const isHeard = recent.some(({ heard }) => heard > 0)
  const mean = meanOf(recent)
  const silentS = silentSeconds(points)
  const usualKbps = usualBitrate(points.slice(0, points.length - recent.length))
  return {
    ...mean,
    at: new Date(last.at).toISOString(),
    width: last.w,
    height: last.h,
    videoCodec: last.video,
    audioCodec: last.audio,
    warnings: [
      ...(mean.keyframeIntervalS !== null && mean.keyframeIntervalS > KEYFRAME_S
        ? [{ id: 'keyframes-far-apart' as const, value: mean.keyframeIntervalS }]
        : []),
      ...(usualKbps !== null && mean.bitrateKbps < usualKbps * LOW_SHARE
        ? [{ id: 'bitrate-low' as const, value: usualKbps }]
        : []),
      ...(last.video !== null && mean.frameRate < LOW_FRAME_RATE
        ? [{ id: 'frame-rate-low' as const, value: mean.frameRate }]
        : []),
      ...(dropped > 0 ? [{ id: 'frames-dropped' as const, value: dropped }] : []),
      ...(last.out === undefined
        ? []
        : [{ id: 'rungs-shed' as const, value: last.out.of, detail: last.out.names.join(', ') }]),
      ...((mean.partDelayMs ?? 0) > LATE_MS ? [{ id: 'parts-late' as const, value: mean.partDelayMs }] : []),
      ...(isHeard ? [] : [{ id: 'no-audio' as const, value: null }]),
      ...(silentS >= SILENT_S ? [{ id: 'audio-silent' as const, value: silentS }] : []),
      ...(Math.abs(mean.audioOffsetMs ?? 0) > OFFSET_MS
        ? [{ id: 'audio-offset' as const, value: mean.audioOffsetMs }]
        : []),
      ...((mean.encoderSpeed ?? 1) < SLOW ? [{ id: 'encoder-slow' as const, value: mean.encoderSpeed }] : []),
    ],
  }
}

/** The median bitrate of the last minutes. Null if too few of them are known. */
function usualBitrate(points: readonly TimedPoint[]): number | null {
  if (points.length < USUAL_S.least) return null
  const sorted = points
    .slice(-USUAL_S.most)
    .map(({ kbps }) => kbps)
    .sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}

export function meanOf(points: readonly HealthPoint[]): Omit<MonitorPoint, 'at'> {
  const mean = (values: readonly number[]) =>
    values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length
  const known = (values: readonly (number | null | undefined)[]) =>
    values.flatMap((value) => (typeof value === 'number' ? [value] : []))
  const meanOr = (values: readonly number[], round: (value: number) => number) =>
    values.length === 0 ? null : round(mean(values))
  const delays = points.flatMap(({ delay }) => (delay === null ? [] : [delay]))
  return {
    bitrateKbps: Math.round(mean(points.map(({ kbps }) => kbps))),
    frameRate: Math.round(mean(points.map(({ fps }) => fps)) * 10) / 10,
    keyframeIntervalS: points.findLast(({ key }) => key !== null)?.key ?? null,
    droppedFrames: points.reduce((total, { drop }) => total + drop, 0),
    partDelayMs: delays.length === 0 ? null : Math.max(...delays),
    audioLevelDbfs: meanLevel(known(points.map(({ db }) => db))),
    audioOffsetMs: meanOr(known(points.map(({ av }) => av)), Math.round),
    encoderSpeed: meanOr(known(points.map(({ speed }) => speed)), (value) => Math.round(value * 100) / 100),
    rungsShed: Math.max(0, ...points.map(({ out }) => out?.names.length ?? 0)),
    viewers: Math.max(0, ...points.map(({ view }) => view)),
  }
}

/** The mean power, in dBFS. Null without levels. */
function meanLevel(levels: readonly number[]): number | null {
  if (levels.length === 0) return null
  const power = levels.reduce((sum, level) => sum + 10 ** (level / 10), 0) / levels.length
  return Math.round(100 * Math.log10(power)) / 10
}

/** Seconds until the last point in which all audio was silent. */
function silentSeconds(points: readonly TimedPoint[]): number {
  const last = points.at(-1)
  const loud = points.findLastIndex(({ db }) => typeof db !== 'number' || db >= SILENT_DBFS)
  const first = points[loud + 1]
  return last === undefined || first === undefined ? 0 : Math.round((last.at - first.at) / 1000) + 1
}
