/** Start and end in seconds. */
type Span = readonly [startS: number, endS: number]

export interface ClipPlace {
  readonly startS: number
  readonly endS: number
}

/** The shortest pause in which a clip may begin or end. */
export const LEAST_PAUSE_S = 0.25
/** A clip begins before the first word, and ends after the last one. */
const LEAD_S = 0.15
const TAIL_S = 0.25
/** A cut this close is a better start or end. */
const SNAP_S = 0.4
/** Times are rounded to milliseconds. */
const TOLERANCE_S = 1e-6

/** Spans without words and without speech that are long enough, in order.
 * @param busy words and spans of speech, in any order */
export function pausesIn(busy: readonly Span[], durationS: number): Span[] {
  const pauses: Span[] = []
  let at = 0
  const within = busy.filter(([startS]) => startS < durationS).toSorted((a, b) => a[0] - b[0])
  for (const [startS, endS] of [...within, [durationS, durationS] as const]) {
    // Nothing is cut at the very start and the very end, however short the pause there is.
    const isEdge = startS >= at && ((pauses.length === 0 && at === 0) || startS === durationS)
    if (isEdge || startS - at >= LEAST_PAUSE_S - TOLERANCE_S) pauses.push([at, startS])
    at = Math.min(durationS, Math.max(at, endS))
  }
  return pauses
}

/** The start of a clip in the pause before its first word.
 * @param cuts in order */
export function startIn([fromS, toS]: Span, cuts: readonly number[]): number {
  return snapped(Math.max(fromS, toS - LEAD_S), [fromS, toS], cuts)
}

/** The end of a clip in the pause after its last word. */
export function endIn([fromS, toS]: Span, cuts: readonly number[]): number {
  return snapped(Math.min(toS, fromS + TAIL_S), [fromS, toS], cuts)
}

function snapped(atS: number, [fromS, toS]: Span, cuts: readonly number[]): number {
  let best = atS
  let distance = SNAP_S + TOLERANCE_S
  for (let n = firstFrom(cuts, atS - SNAP_S - TOLERANCE_S); n < cuts.length; n += 1) {
    const cut = cuts[n] ?? 0
    if (cut > atS + SNAP_S + TOLERANCE_S) break
    if (cut >= fromS && cut <= toS && Math.abs(cut - atS) < distance) {
      best = cut
      distance = Math.abs(cut - atS)
    }
  }
  return Math.round(best * 1000) / 1000
}

/** Index of the first value that is not below a limit. @param values in order */
export function firstFrom(values: readonly number[], least: number): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((values[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}

/** How much of the shorter one two spans share, from 0 to 1. */
export function overlapOf(one: ClipPlace, other: ClipPlace): number {
  const shared = Math.min(one.endS, other.endS) - Math.max(one.startS, other.startS)
  const shorter = Math.min(one.endS - one.startS, other.endS - other.startS)
  return shared <= 0 || shorter <= 0 ? 0 : shared / shorter
}

/** Moves times that are inside a word to its edge, so that the word is whole in the span.
 * @param words in order */
export function aroundWords({ startS, endS }: ClipPlace, words: readonly Span[]): ClipPlace {
  let [from, to] = [startS, endS]
  for (const [wordS, wordEndS] of words) if (wordS < to && wordEndS > to) to = wordEndS
  for (const [wordS, wordEndS] of words.toReversed()) if (wordS < from && wordEndS > from) from = wordS
  return { startS: from, endS: to }
}
