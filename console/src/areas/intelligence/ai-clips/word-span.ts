/** A word with its times in seconds. */
export interface TimedWord {
  readonly start: number
  readonly end: number
  readonly text: string
}

interface Span {
  readonly start: number
  readonly end: number
}

/** A clip begins and ends this long before and after its words, if no other word is there. */
const margin = 0.1
/** Times are rounded to milliseconds. */
const tolerance = 0.0015

/** Indexes of the first and the last word in a span; null if no word is whole in it. @param words in order */
export function wordsOf(
  words: readonly TimedWord[],
  { start, end }: Span,
): { first: number; last: number } | null {
  const isIn = (word: TimedWord) => word.start >= start - tolerance && word.end <= end + tolerance
  const first = words.findIndex(isIn)
  return first < 0 ? null : { first, last: words.findLastIndex(isIn) }
}

/** When a clip begins whose first word this is. */
export function startBefore(words: readonly TimedWord[], first: number): number {
  const start = words[first]?.start ?? 0
  return rounded(Math.min(start, Math.max(words[first - 1]?.end ?? 0, start - margin)))
}

/** When a clip ends whose last word this is. @param duration of the video */
export function endAfter(words: readonly TimedWord[], last: number, duration: number): number {
  const end = words[last]?.end ?? duration
  return rounded(Math.max(end, Math.min(words[last + 1]?.start ?? duration, end + margin, duration)))
}

/** The edge that a pressed word moves: the nearer one. */
export function edgeAt({ first, last }: { first: number; last: number }, pressed: number): 'first' | 'last' {
  return pressed - first < last - pressed ? 'first' : 'last'
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
