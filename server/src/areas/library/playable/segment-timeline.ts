import { addToTotals, noSegmentTotals, type SegmentTotals } from '@kinora/media'
import type { SegmentList } from '../encoding/tables.ts'

/**
 * Start times of an output's segments in seconds. Adding segments makes a new timeline that shares its arrays with the
 * previous one: they may hold more than `count`.
 */
export interface SegmentTimeline {
  readonly count: number
  readonly totals: SegmentTotals
  readonly startsS: number[]
  readonly durationsS: number[]
  /** Discontinuities, in order. */
  readonly breaks: readonly SegmentBreak[]
  /** Program date-times of segments of a recording, epoch ms, by number. */
  readonly startedMs: ReadonlyMap<number, number>
}

export interface SegmentBreak {
  readonly segment: number
  /** Number of the init segment from this discontinuity on. */
  readonly init: number
}

export function emptyTimeline(): SegmentTimeline {
  return { count: 0, totals: noSegmentTotals, startsS: [], durationsS: [], breaks: [], startedMs: new Map() }
}

export function extendTimeline(timeline: SegmentTimeline, segments: SegmentList): SegmentTimeline {
  if (segments.length === 0) return timeline
  const { count } = timeline
  // Another timeline may already continue this one.
  const isNewest = timeline.startsS.length === count
  const startsS = isNewest ? timeline.startsS : timeline.startsS.slice(0, count)
  const durationsS = isNewest ? timeline.durationsS : timeline.durationsS.slice(0, count)
  let { totals } = timeline
  const breaks = [...timeline.breaks]
  const startedMs = new Map(timeline.startedMs)
  for (const [durationS, sizeBytes, init, atMs] of segments) {
    if (typeof init === 'number') breaks.push({ segment: startsS.length, init })
    if (atMs !== undefined) startedMs.set(startsS.length, atMs)
    startsS.push(totals.durationS)
    durationsS.push(durationS)
    totals = addToTotals(totals, { durationS, sizeBytes })
  }
  return { count: count + segments.length, totals, startsS, durationsS, breaks, startedMs }
}

/** Position of a date in a recording, in seconds. Dates in a hole have the position of its end. Dates outside of the
 * recording have positions before or after it.
 * @param dateMs epoch ms */
export function positionAtDate({ startsS, startedMs }: SegmentTimeline, dateMs: number): number {
  const dated = [...startedMs].sort(([one], [other]) => one - other)
  const at = Math.max(
    0,
    dated.findLastIndex(([, sinceMs]) => sinceMs <= dateMs),
  )
  const [segment = 0, sinceMs = dateMs] = dated[at] ?? []
  const position = (startsS[segment] ?? 0) + (dateMs - sinceMs) / 1000
  const [next] = dated[at + 1] ?? []
  return next === undefined ? position : Math.min(position, startsS[next] ?? position)
}

/** Number of the init segment of a segment. */
export function initOf({ breaks }: SegmentTimeline, segment: number): number {
  return breaks.findLast((each) => each.segment <= segment)?.init ?? 0
}

/** The segment shown at a time: the last one that starts at or before it. */
export function segmentAt({ count, startsS }: SegmentTimeline, timeS: number): number {
  let low = 0
  let high = Math.max(0, count - 1)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((startsS[middle] ?? 0) <= timeS) low = middle
    else high = middle - 1
  }
  return low
}
