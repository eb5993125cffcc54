import type { Chunker } from './chunker.ts'
import type { Cuts } from './cuts.ts'

/** Begins the segments of one rendition where the reference begins its own. */
export interface SegmentFollower {
  /** Begins the segment of a frame at this time, if it is not open yet. False if no segment can contain the frame. */
  follow(ticks: number, tolerance: number): boolean
  /** The configuration has changed, so that the next frame needs a new segment. */
  trackChanged(): void
  hasBegun(): boolean
}

export function createSegmentFollower(chunker: Pick<Chunker, 'begin'>, cuts: Cuts): SegmentFollower {
  /** Media sequence number of the current segment. */
  let msn: number | null = null
  /** Whether the configuration has changed since segment `msn` began. */
  let isNewTrack = false
  return {
    follow(ticks, tolerance) {
      const cut = cuts.at(ticks + tolerance)
      if (cut === undefined) return false
      if (msn !== null && cut.msn <= msn) return !isNewTrack
      const isDiscontinuous = cuts.isDiscontinuous(msn === null ? cut.msn : msn + 1, cut.msn)
      chunker.begin({
        msn: cut.msn,
        discontinuities: cut.discontinuities,
        isDiscontinuous: isDiscontinuous || (msn !== null && isNewTrack),
      })
      msn = cut.msn
      isNewTrack = false
      return true
    },
    trackChanged() {
      isNewTrack = true
    },
    hasBegun: () => msn !== null,
  }
}
