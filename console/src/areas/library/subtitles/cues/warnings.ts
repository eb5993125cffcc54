import type { Cue } from './cue'
import { measure, readingLimits, speedOf } from './reading'

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
  const { characters, longestLine } = measure(cue)
  const perSecond = speedOf(cue)
  const warnings: Warning[] = []
  if (characters === 0) warnings.push({ kind: 'empty' })
  if (cue.end <= cue.start) return [...warnings, { kind: 'order' }]
  if (cue.start >= endS) warnings.push({ kind: 'beyond' })
  if (next !== undefined && next.start < cue.end) warnings.push({ kind: 'overlap' })
  if (perSecond > readingLimits.charactersPerSecond) warnings.push({ kind: 'speed', perSecond })
  if (longestLine > readingLimits.lineLength) warnings.push({ kind: 'line', length: longestLine })
  return warnings
}

/** The server rejects such a cue. */
export function isBroken({ kind }: Warning): boolean {
  return kind === 'empty' || kind === 'order'
}
