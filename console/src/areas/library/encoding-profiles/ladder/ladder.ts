import type { VideoCodec } from '@kinora/contract'

export interface LadderPoint {
  /** Pixels of the shorter side. */
  readonly lines: number
  /** The peak bit rate at up to 30 frames per second. */
  readonly maxKbps: number
}

/** The renditions of a codec, low to high. */
export interface LadderSeries {
  readonly codec: VideoCodec
  readonly points: readonly LadderPoint[]
}

export interface LadderSizes {
  /** Size of each rung by its lines, in all codecs. */
  readonly rungs: ReadonlyMap<number, number>
  readonly audio: number
  readonly total: number
}

export type BitrateFactors = ReadonlyMap<VideoCodec, number>

/** The renditions of a profile by codec. Rungs whose numbers are not valid yet are left out. */
export function ladderSeries(
  rungs: readonly LadderPoint[],
  codecs: readonly VideoCodec[],
  factors: BitrateFactors,
): LadderSeries[] {
  const valid = rungs
    .filter(({ lines, maxKbps }) => lines > 0 && maxKbps > 0)
    .toSorted((a, b) => a.lines - b.lines)
  return codecs.map((codec) => {
    const factor = factors.get(codec) ?? 1
    return { codec, points: valid.map(({ lines, maxKbps }) => ({ lines, maxKbps: maxKbps * factor })) }
  })
}

/** The most bytes that one hour can take. Encoders keep the quality constant, so most videos take fewer.
 * @param audioKbps of one stereo track, which all renditions share */
export function ladderSizes(series: readonly LadderSeries[], audioKbps: number): LadderSizes {
  const rungs = new Map<number, number>()
  for (const { lines, maxKbps } of series.flatMap(({ points }) => points))
    rungs.set(lines, (rungs.get(lines) ?? 0) + bytesPerHour(maxKbps))
  const audio = bytesPerHour(audioKbps)
  return { rungs, audio, total: [...rungs.values()].reduce((sum, bytes) => sum + bytes, audio) }
}

const HOUR_MS = 3_600_000
/** Renditions with more lines are encoded above 1080p. */
const HD_LINES = 1080

/** The usage of encoding an hour of video with all renditions. */
export function encodedPerHour(series: readonly LadderSeries[]) {
  const points = series.flatMap(({ points }) => points)
  const large = points.filter(({ lines }) => lines > HD_LINES).length
  return { 'encoding-hd': (points.length - large) * HOUR_MS, 'encoding-uhd': large * HOUR_MS }
}

export function bytesPerHour(kbps: number): number {
  return (kbps * 1000 * 3600) / 8
}
