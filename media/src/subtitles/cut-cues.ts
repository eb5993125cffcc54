import type { Span } from '../clips/cut.ts'
import { readText, writeText } from './cue-text.ts'
import { type Cue, inOrder } from './cues.ts'

/** Cues of what is cut out, in its own time: those that reach into the span, as long as they do. */
export function cutCues(cues: readonly Cue[], { startS, endS }: Span): Cue[] {
  const within = cues.flatMap((cue) => {
    const start = inMilliseconds(Math.max(cue.start, startS) - startS)
    const end = inMilliseconds(Math.min(cue.end, endS) - startS)
    return end > start ? { ...cue, start, end, text: shifted(cue.text, startS, start) } : []
  })
  return inOrder(within)
}

/** Words that wait for their own time keep to it; what would have been shown before the start is there from then on. */
function shifted(text: string, startS: number, cueStart: number): string {
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
