import type { Cue } from './cue'
import { plainText } from './text'

/** Comfortable reading limits for most viewers. */
export const readingLimits = { charactersPerSecond: 20, lineLength: 42 } as const

export type Warning =
  | { readonly kind: 'empty' }
  | { readonly kind: 'order' }
  | { readonly kind: 'overlap' }
  | { readonly kind: 'beyond' }
  | { readonly kind: 'speed'; readonly perSecond: number }
  | { readonly kind: 'line'; readonly length: number }

const known = new WeakMap<
  Cue,
  { readonly nextStart: number | undefined; readonly endS: number; readonly warnings: readonly Warning[] }
>()

/** Problems for viewers, the worst first. `next` is the following cue, `endS` the duration of the video. */
export function warningsOf(cue: Cue, next: Cue | undefined, endS: number): readonly Warning[] {
  const last = known.get(cue)
  // Cached per cue: every key press checks thousands of cues, and all but one are unchanged.
  if (last && last.nextStart === next?.start && last.endS === endS) return last.warnings
  const warnings = lookAt(cue, next, endS)
  known.set(cue, { nextStart: next?.start, endS, warnings })
  return warnings
}

function lookAt(cue: Cue, next: Cue | undefined, endS: number): Warning[] {
  const lines = plainText(cue.text).split('\n').map(lengthOf)
  const characters = lines.reduce((sum, length) => sum + length, 0)
  const longest = Math.max(...lines)
  const perSecond = Math.round(characters / (cue.end - cue.start))
  const warnings: Warning[] = []
  if (characters === 0) warnings.push({ kind: 'empty' })
  if (cue.end <= cue.start) return [...warnings, { kind: 'order' }]
  if (cue.start >= endS) warnings.push({ kind: 'beyond' })
  if (next !== undefined && next.start < cue.end) warnings.push({ kind: 'overlap' })
  if (perSecond > readingLimits.charactersPerSecond) warnings.push({ kind: 'speed', perSecond })
  if (longest > readingLimits.lineLength) warnings.push({ kind: 'line', length: longest })
  return warnings
}

/** The server rejects such a cue. */
export function isBroken({ kind }: Warning): boolean {
  return kind === 'empty' || kind === 'order'
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Counts grapheme clusters: a letter with its marks is one. */
function lengthOf(text: string): number {
  return [...letters.segment(text.trim())].length
}
