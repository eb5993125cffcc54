import type { Content, SearchMoment } from '@kinora/contract'
import { textOf } from '../transcripts/passages.ts'
import type { SentenceRow } from '../transcripts/tables.ts'
import { marksIn, termsOf } from '../transcripts/terms.ts'
import type { Passage } from './candidates.ts'
import type { LookAlike } from './look-alikes.ts'
import type { FoundPerson } from './people-found.ts'
import { coverage } from './rank.ts'

/** A moment without what its video says about it. */
type Viewed = Omit<SearchMoment, 'isComparable'>
type Weights = ReadonlyMap<string, number>

const IMAGE_WIDTH = 480

/** The moment of a passage: its sentence with the most of the words. @param line the one that is shown if it has none */
export function speechMoment(
  content: Content,
  passage: Passage,
  sentences: readonly SentenceRow[],
  weights: Weights,
  line: string | undefined,
): Viewed {
  const own = sentences.filter(
    ({ contentId, startMs }) =>
      contentId === content.id && startMs >= passage.startMs && startMs <= passage.endMs,
  )
  const [best] = own
    .map((sentence) => ({ sentence, share: coverage(termsIn(sentence), weights) }))
    .sort((one, other) => other.share - one.share)
  const nearest = line === undefined ? undefined : own.find((sentence) => textOf(sentence) === line)
  const { text, speaker, startMs, endMs } = nearest ?? best?.sentence ?? { ...passage, speaker: null }
  return {
    content,
    thumbnailUrl: imageAt(content, startMs / 1000),
    start: startMs / 1000,
    end: endMs / 1000,
    foundIn: 'speech',
    text,
    speaker,
    isAlike: false,
    marks: marksIn(text, new Set(weights.keys())),
    strength: coverage(termsOf(passage.text), weights),
  }
}

/** The moment of text or of an object in a picture: its line with the most of the words. */
export function pictureMoment(content: Content, passage: Passage, weights: Weights): Viewed {
  const { startMs, endMs, text, place } = passage
  const [best = text] = text
    .split('\n')
    .map((line) => ({ line, share: coverage(termsOf(line), weights) }))
    .sort((one, other) => other.share - one.share)
    .map(({ line }) => line)
  return {
    content,
    thumbnailUrl: imageAt(content, startMs / 1000),
    start: startMs / 1000,
    end: endMs / 1000,
    foundIn: place,
    text: best,
    speaker: null,
    isAlike: false,
    marks: marksIn(best, new Set(weights.keys())),
    strength: coverage(termsOf(text), weights),
  }
}

/** The moment of a person: where the face is seen most. */
export function personMoment(content: Content, person: FoundPerson, terms: ReadonlySet<string>): Viewed {
  return {
    content,
    thumbnailUrl: imageAt(content, person.atMs / 1000),
    start: person.startMs / 1000,
    end: person.endMs / 1000,
    foundIn: 'people',
    text: person.name,
    speaker: null,
    isAlike: false,
    marks: marksIn(person.name, terms),
    strength: 1,
  }
}

/** The moment of a shot whose picture looks like another one. */
export function lookMoment(content: Content, { startMs, endMs, restMs, likeness }: LookAlike): Viewed {
  return {
    content,
    thumbnailUrl: imageAt(content, restMs / 1000),
    start: startMs / 1000,
    end: endMs / 1000,
    foundIn: 'looks',
    text: '',
    speaker: null,
    isAlike: false,
    marks: [],
    strength: likeness,
  }
}

function termsIn({ text, speaker }: SentenceRow): string[] {
  return termsOf(`${speaker ?? ''} ${text}`)
}

export function metadataMoment(content: Content, terms: ReadonlySet<string>): Viewed {
  const { title, duration } = content
  return {
    content,
    thumbnailUrl: content.urls.thumbnail,
    start: 0,
    end: duration ?? 0,
    foundIn: 'metadata',
    text: title,
    speaker: null,
    isAlike: false,
    marks: marksIn(title, terms),
    strength: 1,
  }
}

function imageAt({ urls, source }: Content, timeS: number): string | null {
  if (urls.thumbnail === null || source.width === null) return null
  const url = new URL(urls.thumbnail)
  url.searchParams.set('time', timeS.toFixed(3))
  url.searchParams.set('width', String(IMAGE_WIDTH))
  return url.href
}
