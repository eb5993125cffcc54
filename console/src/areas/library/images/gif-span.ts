import { thumbnailLimits } from '@kinora/contract/library'
import { type Range, withEnd, withStart } from '../timeline/range'

const most = thumbnailLimits.gifSeconds
/** The first length when the user has not dragged. */
const usualS = 3

/** From where a drag began to where it is, as long as a GIF can be. */
export function draggedSpan(from: number, to: number): Range {
  return to < from
    ? { start: Math.max(to, from - most), end: from }
    : { start: from, end: Math.min(to, from + most) }
}

export function spanFrom(start: number, duration: number): Range {
  return withStart({ start, end: Math.min(start + usualS, duration) }, start)
}

/** Moves one end. The other follows when the span would become too long. */
export function resizedSpan(span: Range, side: keyof Range, seconds: number, duration: number): Range {
  if (side === 'start') {
    const { start, end } = withStart(span, seconds)
    return { start, end: Math.min(end, start + most) }
  }
  const { start, end } = withEnd(span, seconds, duration)
  return { start: Math.max(start, end - most), end }
}
