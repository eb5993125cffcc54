import { LIVE_TICKS, type LivePacket } from '../source.ts'

/** Start of a segment. */
export interface Cut {
  readonly msn: number
  readonly at: number
  readonly isDiscontinuous: boolean
  /** Number of discontinuities up to and including this segment. */
  readonly discontinuities: number
}

/** The starts of the latest segments, which the reference rendition decides. */
export interface Cuts {
  /** Begins a segment at a frame of the reference, if one is due. */
  cutAt(packet: LivePacket, isNewTrack: boolean): void
  /** The segment that a frame at this time belongs to. */
  at(ticks: number): Cut | undefined
  oldest(): Cut | undefined
  /** Whether a segment from `first` to `last` begins with a discontinuity. */
  isDiscontinuous(first: number, last: number): boolean
}

export interface CutOptions {
  /** Media sequence number of the first segment. */
  readonly firstMsn: number
  /** Whether an earlier packager wrote segments before the first one. */
  readonly continues: boolean
  /** A segment ends at a keyframe after this length, or earlier if the next keyframe would come after
   * `longestSegmentS`. Only without any keyframe does it end at another frame. */
  readonly segmentS: number
  readonly longestSegmentS: number
}

const MAX_CUTS = 64
/** Tolerance for encoded renditions, whose times are rounded to milliseconds. */
export const FOLLOW_TOLERANCE = LIVE_TICKS / 200

export function createCuts({ firstMsn, continues, segmentS, longestSegmentS }: CutOptions): Cuts {
  let cuts: Cut[] = []
  let nextMsn = firstMsn
  // An earlier packager had at most one discontinuity per segment.
  let discontinuities = firstMsn
  const keys = createKeyIntervals(segmentS * LIVE_TICKS)

  /** Whether a segment of this length ends before a frame. */
  function isDue(length: number, isKey: boolean): boolean {
    if (length >= longestSegmentS * LIVE_TICKS - FOLLOW_TOLERANCE) return true
    if (!isKey) return false
    const isLong = length >= segmentS * LIVE_TICKS - FOLLOW_TOLERANCE
    return isLong || length + keys.expected() > longestSegmentS * LIVE_TICKS + FOLLOW_TOLERANCE
  }

  return {
    cutAt({ dts, isKey }, isNewTrack) {
      const last = cuts.at(-1)
      if (isKey) keys.add(dts, isNewTrack)
      if (last !== undefined && !isNewTrack && !isDue(dts - last.at, isKey)) return
      const isDiscontinuous = last === undefined ? continues : isNewTrack
      if (isDiscontinuous) discontinuities += 1
      cuts = [...cuts, { msn: nextMsn, at: dts, isDiscontinuous, discontinuities }].slice(-MAX_CUTS)
      nextMsn += 1
    },
    at: (ticks) => cuts.findLast(({ at }) => at <= ticks),
    oldest: () => cuts[0],
    isDiscontinuous: (first, last) =>
      cuts.some(({ isDiscontinuous, msn }) => isDiscontinuous && msn >= first && msn <= last),
  }
}

/** Number of keyframe intervals that are remembered. */
const REMEMBERED = 16
/** Intervals that differ by more than this factor are irregular: the encoder also sets keyframes at scene changes. */
const IRREGULAR = 1.2

/** Predicts when the next keyframe comes.
 * @param usual longest interval of encoders that are set up for live streaming, in ticks */
function createKeyIntervals(usual: number) {
  let last: number | null = null
  let intervals: number[] = []
  /** Longest interval since the last new track. */
  let longest = 0
  return {
    add(dts: number, isNewTrack: boolean) {
      if (last === null || isNewTrack) {
        intervals = []
        longest = 0
      } else {
        intervals = intervals.concat(dts - last).slice(-REMEMBERED)
        longest = Math.max(longest, dts - last)
      }
      last = dts
    },
    /** Longest time until the next keyframe in ticks. */
    expected() {
      const most = Math.max(...intervals)
      const isRegular = intervals.length > 0 && most < IRREGULAR * Math.min(...intervals)
      return isRegular ? most : Math.max(usual, longest)
    },
  }
}
