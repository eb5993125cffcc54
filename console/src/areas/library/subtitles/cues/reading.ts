import type { SubtitleCue } from '@kinora/contract'
import { plainText } from './text'

/** Comfortable reading limits for most viewers. */
export const readingLimits = { charactersPerSecond: 20, lineLength: 42 } as const

export interface Measure {
  /** Number of characters in all lines. */
  readonly characters: number
  readonly longestLine: number
}

const measured = new WeakMap<Pick<SubtitleCue, 'text'>, Measure>()

/** Amount of text that viewers have to read. Cached, because counting characters is slow. */
export function measure(cue: Pick<SubtitleCue, 'text'>): Measure {
  const known = measured.get(cue)
  if (known) return known
  const lines = plainText(cue.text).split('\n').map(lengthOf)
  const found = {
    characters: lines.reduce((sum, length) => sum + length, 0),
    longestLine: Math.max(...lines),
  }
  measured.set(cue, found)
  return found
}

/** Characters per second, rounded; 0 for a cue without a duration. */
export function speedOf(cue: Pick<SubtitleCue, 'start' | 'end' | 'text'>): number {
  return cue.end > cue.start ? Math.round(measure(cue).characters / (cue.end - cue.start)) : 0
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Counts grapheme clusters: a letter with its marks is one. */
export function lengthOf(text: string): number {
  return [...characters.segment(text.trim())].length
}
