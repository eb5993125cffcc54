import { topicsOf } from '../keywords.ts'
import { firstFrom } from './clip-places.ts'
import { hasTopic, isDangling, isName, isNumber, isQuestion, isUnfinished, plainWord } from './clip-words.ts'

/** Parts of a score. Penalties have negative weights. */
const clipParts = [
  'keywords',
  'centrality',
  'loudness',
  'loudness-change',
  'cuts',
  'faces',
  'hook',
  'dangling-start',
  'weak-end',
  'unsure-words',
] as const
type ClipPartName = (typeof clipParts)[number]

/** Why a part of a video is suggested, and what speaks against it. Without words only audio and cuts count. */
type ClipReasonName =
  | 'question'
  | 'number'
  | 'name'
  | 'keywords'
  | 'central'
  | 'loud'
  | 'lively'
  | 'cuts'
  | 'face'
  | 'dangling'
  | 'weak-end'
  | 'unsure'
  | 'no-words'

export interface ClipPart {
  readonly name: ClipPartName
  /** 0 to 1. */
  readonly value: number
  /** Share of the score. The shares of the parts that are known and no penalties add up to 1. */
  readonly weight: number
}

export interface ClipReason {
  readonly name: ClipReasonName
  /** The words that it is about. */
  readonly words: readonly string[]
}

/** Weights of parts. Laughter (0.05) is not known, so the others share its weight, and that of faces before they are
 * searched for. */
const weights: Readonly<Record<ClipPartName, number>> = {
  keywords: 0.25,
  centrality: 0.2,
  loudness: 0.15,
  'loudness-change': 0.1,
  cuts: 0.05,
  faces: 0.1,
  hook: 0.1,
  'dangling-start': -0.3,
  'weak-end': -0.2,
  'unsure-words': -0.1,
}

/** Decibels over the median around it that count fully, and the deviation that does. */
const FULL_LOUDNESS_DB = 6
const FULL_CHANGE_DB = 8
/** Seconds before and after whose median is the usual level. */
const AROUND_S = 60
const FULL_CUTS_A_MINUTE = 12
/** Share of the height of the picture at which a face counts fully. */
const FULL_FACE = 0.4
/** Words in which a clip has to catch interest. */
const HOOK_WORDS = 14
const SIGN_VALUE = 0.6
const UNSURE_CONFIDENCE = 0.3
/** Share of unsure words that counts fully. */
const FULL_UNSURE = 0.5
const MOST_REASON_WORDS = 3

export interface ScoredWord {
  readonly startS: number
  readonly endS: number
  readonly text: string
  /** 0 to 1. Null for words that a person typed. */
  readonly confidence: number | null
}

/** A run of whole sentences. */
export interface Run {
  /** Indexes of the first and the last sentence. */
  readonly from: number
  readonly to: number
}

type Values = Partial<Record<ClipPartName, number>>

/** Measures runs of sentences by their words. */
export function wordMeter(sentences: readonly (readonly ScoredWord[])[]) {
  const texts = sentences.map((words) => words.map(({ text }) => text))
  const { keywords, ranks } = topicsOf(texts)
  const counts = runningSums(texts.map((words) => words.length))
  const weightOf = (word: string) => keywords.get(plainWord(word)) ?? 0
  const weighted = runningSums(texts.map((words) => words.reduce((sum, word) => sum + weightOf(word), 0)))
  const ranked = runningSums(ranks)
  const isUnsure = ({ confidence }: ScoredWord) => confidence !== null && confidence < UNSURE_CONFIDENCE
  const unsure = runningSums(sentences.map((words) => words.filter(isUnsure).length))
  const endings = texts.filter((words) => isEnded(words.at(-1) ?? '')).length
  const isPunctuated = endings > texts.length / 3
  const over = (sums: readonly number[], { from, to }: Run) => (sums[to + 1] ?? 0) - (sums[from] ?? 0)
  const wordsIn = ({ from, to }: Run) => texts.slice(from, to + 1).flat()

  return {
    values(run: Run): Values {
      const words = Math.max(1, over(counts, run))
      const first = texts[run.from] ?? []
      const last = texts[run.to]?.at(-1) ?? ''
      const isOpen = isPunctuated && !isEnded(last)
      return {
        keywords: over(weighted, run) / words,
        centrality: over(ranked, run) / (run.to - run.from + 1),
        hook: Math.min(1, SIGN_VALUE * signsOf(first).length),
        'dangling-start': isDangling(plainWord(first[0] ?? '')) ? 1 : 0,
        'weak-end': isUnfinished(last) ? 1 : isOpen ? 0.5 : 0,
        'unsure-words': Math.min(1, over(unsure, run) / words / FULL_UNSURE),
      }
    },
    signs: ({ from }: Run) => signsOf(texts[from] ?? []),
    /** The heaviest keywords in a run. */
    keywords(run: Run): string[] {
      const own = new Set(wordsIn(run).map(plainWord))
      return [...keywords.keys()].filter((word) => own.has(word)).slice(0, MOST_REASON_WORDS)
    },
    edges: ({ from, to }: Run) => [texts[from]?.[0] ?? '', texts[to]?.at(-1) ?? ''] as const,
    /** Words with a topic, for the likeness of runs. */
    topic: (run: Run): ReadonlySet<string> => new Set(wordsIn(run).map(plainWord).filter(hasTopic)),
    /** The sentence of a run that is most about what the whole is about. */
    line({ from, to }: Run): string {
      let best = from
      for (let n = from; n <= to; n += 1) if ((ranks[n] ?? 0) > (ranks[best] ?? 0)) best = n
      return (texts[best] ?? []).join(' ')
    },
  }
}
export type WordMeter = ReturnType<typeof wordMeter>

/** A face through a part of a video. */
export interface ClipFace {
  readonly startS: number
  readonly endS: number
  /** Share of the height of the picture. */
  readonly share: number
}

/** Facts that spans are measured by: each is null before it is known. */
interface SpanFacts {
  /** Levels of each second, in dB. */
  readonly levels: readonly number[] | null
  /** Times of cuts, in order. */
  readonly cuts: readonly number[] | null
  readonly faces: readonly ClipFace[] | null
}

/** Measures spans by their audio, their cuts and their faces. */
export function spanMeter({ levels, cuts, faces }: SpanFacts) {
  const facesBySecond = faces && largestBySecond(faces)
  const sums = runningSums(levels ?? [])
  const squares = runningSums((levels ?? []).map((level) => level * level))
  const medians = new Map<number, number>()
  const usualAt = (second: number) => {
    const known = medians.get(second)
    if (known !== undefined) return known
    const around = (levels ?? [])
      .slice(Math.max(0, second - AROUND_S), second + AROUND_S)
      .toSorted((a, b) => a - b)
    const usual = around[Math.floor(around.length / 2)] ?? 0
    medians.set(second, usual)
    return usual
  }
  const meanOf = (totals: readonly number[], from: number, to: number) =>
    ((totals[to] ?? 0) - (totals[from] ?? 0)) / Math.max(1, to - from)
  const secondsOf = (startS: number, endS: number) => {
    const to = Math.min(sums.length - 1, Math.max(1, Math.ceil(endS)))
    return [Math.min(Math.floor(startS), to), to] as const
  }
  const level = (startS: number, endS: number) => meanOf(sums, ...secondsOf(startS, endS))
  return {
    level,
    values(startS: number, endS: number): Values {
      const values: Values = {}
      if (levels !== null && levels.length > 0) {
        const [from, to] = secondsOf(startS, endS)
        const mean = level(startS, endS)
        const deviation = Math.sqrt(Math.max(0, meanOf(squares, from, to) - mean * mean))
        const over = mean - usualAt(Math.round((from + to) / 2))
        values.loudness = Math.max(0, Math.min(1, over / FULL_LOUDNESS_DB))
        values['loudness-change'] = Math.min(1, deviation / FULL_CHANGE_DB)
      }
      if (cuts !== null) {
        const inside = firstFrom(cuts, endS) - firstFrom(cuts, startS)
        values.cuts = Math.min(1, inside / ((endS - startS) / 60) / FULL_CUTS_A_MINUTE)
      }
      if (facesBySecond !== null) {
        const from = Math.floor(startS)
        const to = Math.max(from + 1, Math.ceil(endS))
        let sum = 0
        for (let n = from; n < to; n += 1) sum += facesBySecond.get(n) ?? 0
        values.faces = Math.min(1, sum / (to - from) / FULL_FACE)
      }
      return values
    },
  }
}

/** Share of the largest face in each second that has one. */
function largestBySecond(faces: readonly ClipFace[]): Map<number, number> {
  const largest = new Map<number, number>()
  for (const { startS, endS, share } of faces)
    for (let n = Math.floor(startS); n < endS; n += 1) largest.set(n, Math.max(share, largest.get(n) ?? 0))
  return largest
}

/** Parts of a score, with the weights of those that are known. */
export function partsOf(values: Values): ClipPart[] {
  const known = clipParts.flatMap((name) => {
    const value = values[name]
    return value === undefined ? [] : [{ name, value: rounded(value), weight: weights[name] }]
  })
  const sum = known.reduce((total, { weight }) => total + Math.max(0, weight), 0)
  return known.map((part) => (part.weight > 0 ? { ...part, weight: rounded(part.weight / sum) } : part))
}

/** The strength of a clip, from 0 to 1. */
export function scoreOf(parts: readonly ClipPart[]): number {
  const sum = parts.reduce((total, { value, weight }) => total + value * weight, 0)
  return rounded(Math.max(0, Math.min(1, sum)))
}

/** Parts that are a reason from this value on, besides the signs of a hook. */
const telling: Partial<Record<ClipPartName, readonly [reason: ClipReasonName, least: number]>> = {
  keywords: ['keywords', 0.5],
  centrality: ['central', 0.6],
  loudness: ['loud', 0.4],
  'loudness-change': ['lively', 0.6],
  cuts: ['cuts', 0.5],
  faces: ['face', 0.5],
  'dangling-start': ['dangling', 0.5],
  'weak-end': ['weak-end', 0.5],
  'unsure-words': ['unsure', 0.4],
}

/** The reasons of a score: at least one that speaks for the clip. */
export function reasonsOf(
  parts: readonly ClipPart[],
  run: Run | null,
  meter: WordMeter | null,
): ClipReason[] {
  const wordsFor = (reason: ClipReasonName): readonly string[] => {
    if (run === null || meter === null) return []
    const [first, last] = meter.edges(run)
    if (reason === 'keywords') return meter.keywords(run)
    return reason === 'dangling' ? [first] : reason === 'weak-end' ? [last] : []
  }
  const reasons: ClipReason[] = run !== null && meter !== null ? [...meter.signs(run)] : []
  let speaksFor = reasons.length > 0
  for (const { name, value, weight } of parts) {
    const [reason, least] = telling[name] ?? []
    if (reason === undefined || least === undefined || value < least) continue
    reasons.push({ name: reason, words: wordsFor(reason) })
    speaksFor ||= weight > 0
  }
  if (!speaksFor) {
    const best = parts
      .filter(({ name, weight }) => weight > 0 && telling[name] !== undefined)
      .reduce<ClipPart | null>((a, b) => (a && a.value * a.weight >= b.value * b.weight ? a : b), null)
    const [reason] = (best && telling[best.name]) ?? []
    if (reason !== undefined) reasons.unshift({ name: reason, words: wordsFor(reason) })
  }
  return meter === null ? [...reasons, { name: 'no-words', words: [] }] : reasons
}

/** Signs that catch interest at the start: a question, a number or a name. */
function signsOf(sentence: readonly string[]): ClipReason[] {
  const words = sentence.slice(0, HOOK_WORDS)
  const signs: ClipReason[] = []
  if (isQuestion(sentence)) signs.push({ name: 'question', words: [] })
  const number = words.find(isNumber)
  if (number !== undefined) signs.push({ name: 'number', words: [number.replace(/[.,;:!?]+$/u, '')] })
  const name = words.slice(1).find(isName)
  if (name !== undefined) signs.push({ name: 'name', words: [name.replace(/[^\p{L}\p{M}\p{N}'-]/gu, '')] })
  return signs
}

const isEnded = (word: string): boolean => /[.!?…।؟]["”’]?$/u.test(word)

/** The sums of the first 0, 1, 2, … values. */
function runningSums(values: readonly number[]): number[] {
  const sums = [0]
  for (const [n, value] of values.entries()) sums.push((sums[n] ?? 0) + value)
  return sums
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
