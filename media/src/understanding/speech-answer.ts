import type { SpokenWord } from './speech.ts'
import { spreadWords } from './spread-words.ts'

/** A word of a speech server. Whisper.cpp splits words, and a part that begins with a space begins a word. */
export interface AnsweredWord {
  readonly word: string
  readonly start: number
  readonly end: number
  readonly probability?: number | undefined
  readonly speaker?: string | undefined
}

export interface AnsweredSegment {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly words?: readonly AnsweredWord[] | undefined
  readonly avg_logprob?: number | undefined
  readonly no_speech_prob?: number | undefined
  readonly speaker?: string | undefined
}

/** The answer of a speech server (`verbose_json` of OpenAI and Whisper, or `diarized_json`). */
export interface SpeechAnswer {
  readonly text: string
  /** A code or an English name. */
  readonly language?: string | undefined
  readonly words?: readonly AnsweredWord[] | undefined
  readonly segments?: readonly AnsweredSegment[] | undefined
}

/** Words may end so much after the audio, because servers pad it. */
const OVERHANG_S = 1
const BACKWARD_S = 0.25
/** Whisper's own limits for text that it invented in silence. */
const NO_SPEECH = 0.6
const LEAST_LOGPROB = -1
/** Letters from which the script says something about the language, and their least share. */
const LEAST_LETTERS = 20
const LEAST_SHARE = 0.3

/** Reads the words of an answer for audio in a language, or says why it cannot be true.
 * @param language ISO 639 code that was asked for */
export function wordsOfAnswer(
  answer: SpeechAnswer,
  durationS: number,
  language: string,
): SpokenWord[] | 'without-times' | 'wrong-times' | 'wrong-language' {
  const words = timedWords(answer)
  if (words === null) return answer.text.trim() === '' ? [] : 'without-times'
  if (!areInOrder(words, durationS)) return 'wrong-times'
  const text = words.map((word) => word.text).join(' ')
  if (!isLanguage(answer.language, language) || !hasScriptOf(text, language)) return 'wrong-language'
  return words.map((word) => ({
    ...word,
    startS: Math.max(0, word.startS),
    endS: Math.min(durationS, word.endS),
  }))
}

function timedWords({ words, segments }: SpeechAnswer): SpokenWord[] | null {
  const kept = segments?.filter(
    ({ no_speech_prob = 0, avg_logprob = 0 }) => no_speech_prob < NO_SPEECH || avg_logprob > LEAST_LOGPROB,
  )
  if (words !== undefined && words.length > 0) {
    const isLeft = (word: AnsweredWord) =>
      kept === undefined || kept.some(({ start, end }) => word.end >= start && word.start <= end)
    return withSpeakers(joinParts(words.filter(isLeft)), kept ?? [])
  }
  if (kept === undefined) return null
  return kept.flatMap((segment) => {
    const own = segment.words ?? []
    const spoken =
      own.length > 0 ? joinParts(own) : spreadWords(segment).map((word) => ({ ...word, confidence: null }))
    return withSpeakers(spoken, [segment])
  })
}

/** Words of which the segments say who speaks. */
function withSpeakers(words: SpokenWord[], segments: readonly AnsweredSegment[]): SpokenWord[] {
  const spoken = segments.filter(({ speaker }) => speaker !== undefined)
  if (spoken.length === 0) return words
  return words.map((word) => {
    const middleS = (word.startS + word.endS) / 2
    const segment = spoken.find(({ start, end }) => middleS >= start && middleS <= end)
    const speaker = word.speaker ?? segment?.speaker
    return speaker === undefined ? word : { ...word, speaker }
  })
}

/** Joins parts of words if some begin with a space. */
function joinParts(parts: readonly AnsweredWord[]): SpokenWord[] {
  const hasSpaces = parts.some(({ word }) => /^\s/.test(word))
  const words: SpokenWord[] = []
  for (const { word, start, end, probability, speaker } of parts) {
    const text = word.trim()
    if (text === '') continue
    const confidence = probability === undefined ? null : Math.min(1, Math.max(0, probability))
    const last = words.at(-1)
    if (last !== undefined && hasSpaces && !/^\s/.test(word))
      words[words.length - 1] = { ...last, endS: Math.max(last.endS, end), text: last.text + text }
    else
      words.push({
        text,
        startS: start,
        endS: end,
        confidence,
        ...(speaker !== undefined && { speaker }),
      })
  }
  return words
}

function areInOrder(words: readonly SpokenWord[], durationS: number): boolean {
  return words.every(({ startS, endS }, n) => {
    const beforeS = words[n - 1]?.startS ?? 0
    return (
      startS >= beforeS - BACKWARD_S &&
      endS >= startS &&
      endS <= durationS + OVERHANG_S &&
      startS <= durationS
    )
  })
}

function isLanguage(answered: string | undefined, asked: string): boolean {
  if (answered === undefined || answered === '') return true
  const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(asked)
  const [base = ''] = answered.toLowerCase().split(/[-_]/)
  return base === asked || answered.toLowerCase() === name?.toLowerCase()
}

/** Whether enough letters are of the script of a language (ISO 639 code). Latin is common in all languages, but not alone. */
export function hasScriptOf(text: string, language: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  if (letters.length < LEAST_LETTERS) return true
  const script = scriptOf(language)
  if (script === null) return true
  return letters.filter((letter) => script.test(letter)).length >= LEAST_SHARE * letters.length
}

const scripts: Readonly<Record<string, RegExp>> = {
  Latn: /\p{Script=Latin}/u,
  Arab: /\p{Script=Arabic}/u,
  Beng: /\p{Script=Bengali}/u,
  Cyrl: /\p{Script=Cyrillic}/u,
  Deva: /\p{Script=Devanagari}/u,
  Grek: /\p{Script=Greek}/u,
  Gujr: /\p{Script=Gujarati}/u,
  Hebr: /\p{Script=Hebrew}/u,
  Knda: /\p{Script=Kannada}/u,
  Mlym: /\p{Script=Malayalam}/u,
  Taml: /\p{Script=Tamil}/u,
  Telu: /\p{Script=Telugu}/u,
  Thai: /\p{Script=Thai}/u,
}

function scriptOf(language: string): RegExp | null {
  return scripts[new Intl.Locale(language).maximize().script ?? ''] ?? null
}
