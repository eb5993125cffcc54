import type { Span } from '../clips/cut.ts'
import { readText, writeText } from './cue-text.ts'
import { type Cue, inOrder } from './cues.ts'

/** Cues of a clip, relative to its start: those that overlap the span, cut to it. */
export function cutCues(cues: readonly Cue[], { startS, endS }: Span): Cue[] {
  const within = cues.flatMap((cue) => {
    const start = inMilliseconds(Math.max(cue.start, startS) - startS)
    const end = inMilliseconds(Math.min(cue.end, endS) - startS)
    return end > start ? { ...cue, start, end, text: shiftTimestamps(cue.text, startS, start) } : []
  })
  return inOrder(within)
}

/** Shifts timestamps inside the text. Text due before the start shows from the start. */
function shiftTimestamps(text: string, startS: number, cueStart: number): string {
  const tokens = readText(text).flatMap((token) => {
    if (token.kind !== 'time') return token
    const timeS = inMilliseconds(token.timeS - startS)
    return timeS > cueStart ? { ...token, timeS } : []
  })
  return writeText(tokens)
}

function inMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
