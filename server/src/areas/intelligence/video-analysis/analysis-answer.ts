import { textLanguages } from '@kinora/contract'
import { type SpokenWord, type TextLine, wordsOfAnswer } from '@kinora/media'
import * as z from 'zod'

const MOST_WORDS = 200_000
const MOST_TEXTS = 20_000
const MOST_TEXT = 500
/** Times may be so much after the end of a video. */
const OVERHANG_S = 1

const share = z.number().min(0).max(1)
const word = z.object({
  word: z.string(),
  start: z.number(),
  end: z.number(),
  probability: share.optional(),
  speaker: z.string().max(100).optional(),
})
const line = z.object({
  text: z.string().trim().min(1).max(MOST_TEXT),
  language: z.enum(textLanguages),
  /** Seconds in the video. */
  at: z.number().min(0),
  confidence: share,
  /** Shares of the picture. */
  box: z.object({ x: share, y: share, width: share, height: share }),
})

/** The answer to the question for a result. */
export const analysisAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('running') }),
  z.object({ status: z.literal('failed') }),
  z.object({
    status: z.literal('ready'),
    version: z.string().max(60).default(''),
    transcript: z
      .object({
        text: z.string().default(''),
        language: z.string().optional(),
        words: z.array(word).max(MOST_WORDS),
      })
      .nullish(),
    texts: z.array(line).max(MOST_TEXTS).nullish(),
  }),
])
type ReadyAnswer = Extract<z.output<typeof analysisAnswer>, { status: 'ready' }>

/** A line of text in the picture at a time. */
export interface TimedLine extends TextLine {
  readonly atS: number
}

/** The findings of a server in a video. */
export interface VideoFindings {
  readonly version: string
  readonly words: readonly SpokenWord[]
  readonly lines: readonly TimedLine[]
}

/** A question about a video. */
export interface AnalysisQuestion {
  readonly durationS: number
  /** ISO 639 code of the speech. */
  readonly language: string
  readonly parts: readonly ('speech' | 'text')[]
}

/** Reads a result, or says why it cannot be true. */
export function findingsOf(
  { version, transcript, texts }: ReadyAnswer,
  { durationS, language, parts }: AnalysisQuestion,
): VideoFindings | string {
  const wantsWords = parts.includes('speech')
  if (wantsWords && !transcript) return 'without the transcript'
  if (parts.includes('text') && !texts) return 'without the texts'
  const words = wantsWords && transcript ? wordsOfAnswer(transcript, durationS, language) : []
  if (typeof words === 'string') return words
  const lines = (texts ?? []).map(({ at, ...own }) => ({ ...own, atS: at }))
  const isInside = ({ box: { x, y, width, height }, atS }: TimedLine) =>
    atS <= durationS + OVERHANG_S && x + width <= 1.001 && y + height <= 1.001
  if (!lines.every(isInside)) return 'wrong-places'
  return { version, words, lines }
}
