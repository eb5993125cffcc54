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
  /** Segments end at the first keyframe after this length, or at any frame after `longestSegmentS`. */
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
  return {
    cutAt({ dts, isKey }, isNewTrack) {
      const last = cuts.at(-1)
      const isDue =
        last === undefined ||
        isNewTrack ||
        (isKey && dts - last.at >= segmentS * LIVE_TICKS - FOLLOW_TOLERANCE) ||
        dts - last.at >= longestSegmentS * LIVE_TICKS - FOLLOW_TOLERANCE
      if (!isDue) return
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
