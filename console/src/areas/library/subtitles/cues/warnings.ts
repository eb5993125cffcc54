import type { Cue } from './cue'
import { plainText } from './text'

/** What most people read with ease. */
export const easyReading = { charactersPerSecond: 20, lineLength: 42 } as const

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

/** What a viewer would stumble over, the worst first. `next` is the cue after it in time, `endS` when the video ends. */
export function warningsOf(cue: Cue, next: Cue | undefined, endS: number): readonly Warning[] {
  const last = known.get(cue)
  // Thousands are looked at on every key that is pressed, and all but one are as they were.
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
  if (perSecond > easyReading.charactersPerSecond) warnings.push({ kind: 'speed', perSecond })
  if (longest > easyReading.lineLength) warnings.push({ kind: 'line', length: longest })
  return warnings
}

/** The server takes no such cue. */
export function isBroken({ kind }: Warning): boolean {
  return kind === 'empty' || kind === 'order'
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** As people count: a letter with its marks is one. */
function lengthOf(text: string): number {
  return [...letters.segment(text.trim())].length
}
