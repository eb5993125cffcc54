import { type Cue, inOrder, newKey } from './cue'
import { cueText, spacesIn, typedText } from './text'
import { tidyTime } from './times'

/** Duration of a new cue, unless the next cue starts earlier. */
const NEW_CUE_S = 2
/** Minimum duration of a cue. */
export const MIN_CUE_S = 0.1

export function changeCue(cues: readonly Cue[], key: number, change: Partial<Omit<Cue, 'key'>>): Cue[] {
  const next = cues.map((cue) => (cue.key === key ? { ...cue, ...change } : cue))
  return change.start === undefined && change.end === undefined ? next : inOrder(next)
}

/** Adds a cue at `time` that ends before the next one starts. Returns the new cue too. */
export function addCue(cues: readonly Cue[], time: number): { cues: Cue[]; added: Cue } {
  const start = tidyTime(time)
  const next = cues.find((cue) => cue.start > start)
  const end = tidyTime(
    Math.max(start + MIN_CUE_S, Math.min(start + NEW_CUE_S, next?.start ?? Number.POSITIVE_INFINITY)),
  )
  const added = { key: newKey(), id: '', start, end, text: '', settings: {} }
  return { cues: inOrder([...cues, added]), added }
}

export function removeCues(cues: readonly Cue[], keys: ReadonlySet<number>): Cue[] {
  return cues.filter(({ key }) => !keys.has(key))
}

/**
 * Splits a cue at a time or at the caret. The missing one is derived: the time from the share of the text, the position
 * from the share of the time, at a space. Null if the cue cannot be split.
 */
export function splitCue(
  cues: readonly Cue[],
  key: number,
  { time, caret }: { readonly time?: number | undefined; readonly caret?: number | undefined },
): Cue[] | null {
  const cue = cues.find((each) => each.key === key)
  if (cue === undefined) return null
  const typed = typedText(cue.text)
  const length = cue.end - cue.start
  const isInside = time !== undefined && time > cue.start + MIN_CUE_S && time < cue.end - MIN_CUE_S
  const share = isInside ? (time - cue.start) / length : 0.5
  const at = caret ?? nearestSpace(typed, Math.round(typed.length * share))
  const texts = [typed.slice(0, at).trim(), typed.slice(at).trim()]
  if (texts.includes('') || length < 2 * MIN_CUE_S) return null
  const part = isInside ? share : Math.min(0.9, Math.max(0.1, at / typed.length))
  const middle = tidyTime(cue.start + length * part)
  const first = { ...cue, end: middle, text: cueText(texts[0] ?? '') }
  const second = { ...cue, key: newKey(), id: '', start: middle, text: cueText(texts[1] ?? '') }
  return cues.flatMap((each) => (each.key === key ? [first, second] : [each]))
}

/** Merges a cue with the next one. Null for the last one. */
export function mergeWithNext(cues: readonly Cue[], key: number): Cue[] | null {
  const at = cues.findIndex((each) => each.key === key)
  const [cue, next] = cues.slice(at, at + 2)
  if (at < 0 || cue === undefined || next === undefined) return null
  const text = [cue.text, next.text].filter((each) => each !== '').join('\n')
  return cues.toSpliced(at, 2, { ...cue, end: Math.max(cue.end, next.end), text })
}

/** Shifts cues in time, not before 0; all of them if `keys` is null. */
export function shiftCues(cues: readonly Cue[], keys: ReadonlySet<number> | null, seconds: number): Cue[] {
  const isMoved = ({ key }: Cue) => keys === null || keys.has(key)
  const first = Math.min(...cues.filter(isMoved).map(({ start }) => start))
  const by = Math.max(seconds, -first)
  const moved = cues.map((cue) =>
    isMoved(cue) ? { ...cue, start: tidyTime(cue.start + by), end: tidyTime(cue.end + by) } : cue,
  )
  return inOrder(moved)
}

interface Wanted {
  readonly find: string
  readonly matchCase: boolean
}

/** Finds literal text in the typed form of the cues. */
export function findIn(
  cues: readonly Cue[],
  wanted: Wanted,
): { readonly key: number; readonly count: number }[] {
  const pattern = patternOf(wanted)
  if (pattern === null) return []
  return cues.flatMap(({ key, text }) => {
    const count = [...typedText(text).matchAll(pattern)].length
    return count === 0 ? [] : [{ key, count }]
  })
}

export function replaceIn(cues: readonly Cue[], wanted: Wanted, by: string): Cue[] {
  const pattern = patternOf(wanted)
  if (pattern === null) return [...cues]
  return cues.map((cue) => {
    const typed = typedText(cue.text)
    const next = typed.replace(pattern, () => by)
    return next === typed ? cue : { ...cue, text: cueText(next) }
  })
}

function patternOf({ find, matchCase }: Wanted): RegExp | null {
  if (find === '') return null
  return new RegExp(find.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), matchCase ? 'gu' : 'giu')
}

/** The best split position near a place, preferably between words. */
function nearestSpace(text: string, near: number): number {
  const spaces = spacesIn(text)
  return spaces.reduce(
    (best, at) => (Math.abs(at - near) < Math.abs(best - near) ? at : best),
    spaces[0] ?? near,
  )
}
