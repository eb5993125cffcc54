import type { Cue } from './cue'
import { changeCue, MIN_CUE_S, mergeWithNext, removeCues, splitCue } from './edits'
import { lengthOf, measure, readingLimits } from './reading'
import { cueText, plainText, spacesIn, typedText } from './text'
import { tidyTime } from './times'
import type { Warning } from './warnings'

/** A change that removes a warning, or at least weakens it. It never makes cues overlap that did not. */
export type Repair =
  | { readonly kind: 'lengthen'; readonly seconds: number; readonly change: Pick<Cue, 'start' | 'end'> }
  | { readonly kind: 'trim'; readonly seconds: number; readonly change: Pick<Cue, 'end'> }
  | { readonly kind: 'end'; readonly change: Pick<Cue, 'end'> }
  | { readonly kind: 'break'; readonly change: Pick<Cue, 'text'> }
  | { readonly kind: 'split' | 'merge' | 'delete' }

/** The repair of a warning of the cue at an index; null if there is none. */
export function repairFor(cues: readonly Cue[], at: number, warning: Warning, endS: number): Repair | null {
  const cue = cues[at]
  if (cue === undefined) return null
  switch (warning.kind) {
    case 'empty':
    case 'beyond':
      return { kind: 'delete' }
    case 'order':
      return withDuration(cues, at, cue, endS)
    case 'overlap':
      return trimmed(cue, cues[at + 1])
    case 'speed':
      return lengthened(cues, at, cue, endS)
    case 'line':
      return withShorterLines(cues, cue)
  }
}

/** The cues after a repair. */
export function repairCue(cues: readonly Cue[], key: number, repair: Repair): readonly Cue[] {
  switch (repair.kind) {
    case 'split':
      return splitCue(cues, key, {}) ?? cues
    case 'merge':
      return mergeWithNext(cues, key) ?? cues
    case 'delete':
      return removeCues(cues, new Set([key]))
    default:
      return changeCue(cues, key, repair.change)
  }
}

/** Enough for a word or two. */
const LEAST_READING_S = 1

function withDuration(cues: readonly Cue[], at: number, cue: Cue, endS: number): Repair | null {
  const wanted = Math.max(LEAST_READING_S, measure(cue).characters / readingLimits.charactersPerSecond)
  const end = tidyTime(Math.min(cue.start + wanted, freeUntil(cues, at, cue.start, endS)))
  return end - cue.start < MIN_CUE_S ? null : { kind: 'end', change: { end } }
}

function trimmed(cue: Cue, next: Cue | undefined): Repair | null {
  if (next === undefined) return null
  const seconds = tidyTime(cue.end - next.start)
  return next.start - cue.start < MIN_CUE_S
    ? { kind: 'merge' }
    : { kind: 'trim', seconds, change: { end: next.start } }
}

/** Adds time after the cue, and before it if that is not enough. */
function lengthened(cues: readonly Cue[], at: number, cue: Cue, endS: number): Repair | null {
  const missing = measure(cue).characters / readingLimits.charactersPerSecond - (cue.end - cue.start)
  const wanted = Math.ceil(missing * 10) / 10
  const after = Math.min(wanted, Math.max(0, freeUntil(cues, at, cue.end, endS) - cue.end))
  const before = Math.min(wanted - after, cue.start - freeFrom(cues, at, cue.start))
  const change = { start: tidyTime(cue.start - before), end: tidyTime(cue.end + after) }
  const seconds = tidyTime(before + after)
  return seconds < MIN_CUE_S ? null : { kind: 'lengthen', seconds, change }
}

/** Until when a cue can last that now ends at `end`: the start of the next one. */
function freeUntil(cues: readonly Cue[], at: number, end: number, endS: number): number {
  const next = cues[at + 1]
  return Math.min(endS, Math.max(next?.start ?? endS, Math.min(end, endS)))
}

/** From when a cue can last that now starts at `start`: the end of all earlier ones. */
function freeFrom(cues: readonly Cue[], at: number, start: number): number {
  return cues.slice(0, at).reduce((latest, { end }) => Math.max(latest, Math.min(end, start)), 0)
}

/** Most lines that players show without covering the video. */
const MOST_LINES = 2

function withShorterLines(cues: readonly Cue[], cue: Cue): Repair | null {
  const lines = typedText(cue.text)
    .split('\n')
    .flatMap((line) => (isLong(line) ? halvesOf(line) : [line]))
  if (lines.length <= MOST_LINES && !lines.some(isLong))
    return { kind: 'break', change: { text: cueText(lines.join('\n')) } }
  return splitCue(cues, cue.key, {}) === null ? null : { kind: 'split' }
}

/** Breaks a line where the longer part is shortest. */
function halvesOf(line: string): string[] {
  const ways = spacesIn(line).map((at) => [line.slice(0, at).trim(), line.slice(at).trim()])
  const longest = (parts: readonly string[]) => Math.max(...parts.map(readLength))
  return ways.reduce((best, parts) => (longest(parts) < longest(best) ? parts : best), [line])
}

function isLong(line: string): boolean {
  return readLength(line) > readingLimits.lineLength
}

function readLength(typed: string): number {
  return lengthOf(plainText(cueText(typed)))
}
