import { cutText } from '@kinora/contract/cut-text'
import { type ClipPlace, endIn, overlapOf, pausesIn, startIn } from './clip-places.ts'
import {
  type ClipFace,
  type ClipPart,
  type ClipReason,
  partsOf,
  type Run,
  reasonsOf,
  type ScoredWord,
  scoreOf,
  spanMeter,
  type WordMeter,
  wordMeter,
} from './clip-scores.ts'

type Span = readonly [startS: number, endS: number]

/** Facts about a video, in seconds and in order. */
export interface ClipMaterial {
  readonly durationS: number
  /** Words of each sentence; empty without a transcript. */
  readonly sentences: readonly (readonly ScoredWord[])[]
  /** Spans in which somebody speaks, or null if they are not known. */
  readonly speech: readonly Span[] | null
  /** Level of each second in dB, or null. */
  readonly levels: readonly number[] | null
  /** Times of cuts, or null. */
  readonly cuts: readonly number[] | null
  /** Faces, or null before they are searched for. */
  readonly faces: readonly ClipFace[] | null
}

/** A part of a video that can stand alone. */
export interface ClipSuggestion extends ClipPlace {
  /** The sentence that says most about it. Null without words. */
  readonly title: string | null
  /** 0 to 1. */
  readonly score: number
  readonly parts: readonly ClipPart[]
  readonly reasons: readonly ClipReason[]
}

export const suggestionLimits = {
  /** Seconds of the shortest and of the longest clip. */
  shortestS: 15,
  longestS: 60,
  /** Suggestions of one video. */
  count: 20,
  /** Share of the shorter clip that two may share. */
  overlap: 0.3,
} as const

/** Clips may be so much shorter or longer than wanted. */
const SHORTER = 0.6
const LONGER = 1.5
/** How much a likeness to the words of a better clip costs. */
const LIKENESS_COST = 0.3
/** Ends that are compared for each start. */
const ENDS_A_START = 3
const MOST_TITLE = 80
/** Without words, parts of long pauses can begin and end so far apart. */
const LONG_PAUSE_S = 10
const STEP_S = 5
/** Quieter than this is silence, in which nothing happens. */
const SILENT_DB = -60

interface Candidate extends ClipPlace {
  readonly run: Run | null
  readonly parts: readonly ClipPart[]
  readonly score: number
}

interface Wanted {
  /** Seconds of a clip, about. */
  readonly lengthS: number
  readonly count: number
  /** Clips that stay, which suggestions do not repeat. */
  readonly kept: readonly ClipPlace[]
}

/** Suggests the parts of a video that stand best alone, the strongest first. They begin and end in pauses, and never
 * inside a word. Without words only audio and cuts count. The same material has the same result. */
export function suggestClips(material: ClipMaterial, wanted: Wanted): ClipSuggestion[] {
  const sentences = material.sentences.filter((words) => words.length > 0)
  const meter = sentences.length > 0 ? wordMeter(sentences) : null
  const lengths = [
    Math.max(suggestionLimits.shortestS, wanted.lengthS * SHORTER),
    Math.min(suggestionLimits.longestS, wanted.lengthS * LONGER),
  ] as const
  const places = meter === null ? audioPlaces(material) : sentencePlaces(sentences, material)
  const candidates = score(placesOf(places, lengths), material, meter)
  return choose(candidates, wanted, meter).map((chosen) => suggestionOf(chosen, meter))
}

/** A time at which a clip can begin or end, and the sentence there. */
interface Edge {
  readonly atS: number
  readonly sentence: number | null
}

interface Edges {
  readonly starts: readonly Edge[]
  readonly ends: readonly Edge[]
}

/** Edges around whole sentences, where nobody speaks. */
function sentencePlaces(
  sentences: readonly (readonly ScoredWord[])[],
  { durationS, speech, cuts }: ClipMaterial,
): Edges {
  const spans = sentences.map(spanOf)
  const words = sentences.flat().map(({ startS, endS }): Span => [startS, endS])
  const pauses = pausesIn([...words, ...(speech ?? [])], durationS)
  const starts: Edge[] = []
  const ends: Edge[] = []
  let before = 0
  for (const [sentence, [startS, endS]] of spans.entries()) {
    const pause = lastUntil(pauses, startS)
    if (pause !== undefined && before <= pause[0]) starts.push({ atS: startIn(pause, cuts ?? []), sentence })
    before = Math.max(before, endS)
    const next = firstAfter(pauses, before)
    const later = spans[sentence + 1]?.[0] ?? durationS
    if (next !== undefined && later >= next[1]) ends.push({ atS: endIn(next, cuts ?? []), sentence })
  }
  return { starts, ends }
}

function spanOf(words: readonly ScoredWord[]): Span {
  const startS = words.reduce((least, word) => Math.min(least, word.startS), Number.POSITIVE_INFINITY)
  return [startS, words.reduce((most, word) => Math.max(most, word.endS), 0)]
}

/** Edges in pauses of speech. Long pauses, as in music, have edges at cuts and in steps too. */
function audioPlaces({ durationS, speech, cuts }: ClipMaterial): Edges {
  const pauses = pausesIn(speech ?? [], durationS)
  const inside = pauses.flatMap(([fromS, toS]) => {
    const own = (cuts ?? []).filter((cut) => cut >= fromS && cut <= toS)
    if (toS - fromS < LONG_PAUSE_S) return own
    const steps = Math.floor((toS - fromS) / STEP_S)
    return [
      ...own,
      ...Array.from({ length: steps }, (_, n) => Math.round((fromS + n * STEP_S) * 1000) / 1000),
    ]
  })
  const edgesAt = (times: readonly number[]) =>
    [...new Set([...times, ...inside])].sort((a, b) => a - b).map((atS): Edge => ({ atS, sentence: null }))
  return {
    starts: edgesAt(pauses.map((pause) => startIn(pause, cuts ?? []))),
    ends: edgesAt(pauses.map((pause) => endIn(pause, cuts ?? []))),
  }
}

/** The last pause that ends before a time. @param pauses in order */
function lastUntil(pauses: readonly Span[], atS: number): Span | undefined {
  return pauses[countUntil(pauses, ([, toS]) => toS <= atS) - 1]
}

/** The first pause that begins at or after a time. @param pauses in order */
function firstAfter(pauses: readonly Span[], atS: number): Span | undefined {
  return pauses[countUntil(pauses, ([fromS]) => fromS < atS)]
}

/** How many of the first pauses meet a condition that the rest does not. */
function countUntil(pauses: readonly Span[], meets: (pause: Span) => boolean): number {
  let [low, high] = [0, pauses.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const pause = pauses[middle]
    if (pause !== undefined && meets(pause)) low = middle + 1
    else high = middle
  }
  return low
}

type Place = ClipPlace & Pick<Candidate, 'run'>

function placesOf({ starts, ends }: Edges, [shortestS, longestS]: Span): Place[][] {
  let first = 0
  return starts.map(({ atS: startS, sentence: from }) => {
    while (first < ends.length && (ends[first]?.atS ?? 0) <= startS) first += 1
    const places: Place[] = []
    for (let n = first; n < ends.length; n += 1) {
      const { atS: endS, sentence: to } = ends[n] ?? { atS: 0, sentence: null }
      if (endS - startS > longestS) break
      if (endS - startS < shortestS) continue
      if (from === null || to === null) places.push({ startS, endS, run: null })
      else if (to >= from) places.push({ startS, endS, run: { from, to } })
    }
    return places
  })
}

/** Scores places, and keeps the best ends of each start. */
function score(places: readonly Place[][], material: ClipMaterial, meter: WordMeter | null): Candidate[] {
  const { levels } = material
  const spans = spanMeter(material)
  const measured = places.map((own) =>
    own
      .filter(
        ({ startS, endS }) => meter !== null || levels === null || spans.level(startS, endS) > SILENT_DB,
      )
      .map((place) => ({
        ...place,
        values: {
          ...(place.run && meter?.values(place.run)),
          ...spans.values(place.startS, place.endS),
        },
      })),
  )
  const most = (name: 'keywords' | 'centrality') =>
    measured.flat().reduce((value, { values }) => Math.max(value, values[name] ?? 0), 0) || 1
  const [mostKeywords, mostCentral] = [most('keywords'), most('centrality')]
  return measured.flatMap((own) =>
    own
      .map(({ values: { keywords, centrality, ...values }, ...place }): Candidate => {
        const parts = partsOf({
          ...values,
          ...(keywords !== undefined && { keywords: keywords / mostKeywords }),
          ...(centrality !== undefined && { centrality: centrality / mostCentral }),
        })
        return { ...place, parts, score: scoreOf(parts) }
      })
      .sort(byScore)
      .slice(0, ENDS_A_START),
  )
}

function byScore(a: Candidate, b: Candidate): number {
  return b.score - a.score || a.startS - b.startS || a.endS - b.endS
}

/** Chooses the best candidates that overlap little and speak of different things (maximal marginal relevance). */
function choose(
  candidates: readonly Candidate[],
  { count, kept }: Wanted,
  meter: WordMeter | null,
): Candidate[] {
  const isFree = (one: ClipPlace, other: ClipPlace) => overlapOf(one, other) <= suggestionLimits.overlap
  let open = candidates
    .filter((candidate) => kept.every((place) => isFree(candidate, place)))
    .toSorted(byScore)
    .map((candidate) => ({ candidate, topic: topicOf(candidate, meter), likeness: 0 }))
  const chosen: Candidate[] = []
  while (chosen.length < count && open.length > 0) {
    const worth = ({ candidate, likeness }: (typeof open)[number]) =>
      candidate.score - LIKENESS_COST * likeness
    const best = open.reduce((a, b) => (worth(b) > worth(a) ? b : a))
    chosen.push(best.candidate)
    open = open
      .filter(({ candidate }) => isFree(candidate, best.candidate))
      .map((each) => ({ ...each, likeness: Math.max(each.likeness, likenessOf(each.topic, best.topic)) }))
  }
  return chosen.sort(byScore)
}

function topicOf({ run }: Candidate, meter: WordMeter | null): ReadonlySet<string> {
  return run === null || meter === null ? new Set() : meter.topic(run)
}

/** The share of words that two texts have in common. */
function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = one.intersection(other).size
  return shared === 0 ? 0 : shared / (one.size + other.size - shared)
}

function suggestionOf(
  { startS, endS, run, parts, score }: Candidate,
  meter: WordMeter | null,
): ClipSuggestion {
  const reasons = reasonsOf(parts, run, meter)
  const title = run === null || meter === null ? null : titleOf(meter.line(run))
  return { startS, endS, title, score, parts, reasons }
}

function titleOf(line: string): string {
  const short = cutText(line, MOST_TITLE)
  const whole = short === line ? line : `${short.replace(/\s+\S*$/u, '')}…`
  const [first = '', ...rest] = whole
  return first.toLocaleUpperCase() + rest.join('')
}
