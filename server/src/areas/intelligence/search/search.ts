import { type Content, type SearchMoment, searchLimits, type searchMomentsBody } from '@kinora/contract'
import { and, asc, eq, gte, inArray, lte, or } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Scope } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { pageOffset } from '../../../platform/database/page.ts'
import { type FoundFilter, isFound } from '../../library/index.ts'
import type { Intelligence } from '../intelligence.ts'
import { type SentenceRow, searchPassages, transcriptSentences } from '../transcripts/tables.ts'
import { marksIn, termsOf } from '../transcripts/terms.ts'
import { findAlike } from './alike.ts'
import { findCandidates, isInLanguage, type Passage } from './candidates.ts'
import { type FoundPerson, findPeople } from './people-found.ts'
import { bm25, coverage, fuse, fuseSame } from './rank.ts'
import { isShown, keepShowing, type ShownFilter } from './shown-filter.ts'
import { tellingTerms } from './telling-terms.ts'

type Query = z.output<typeof searchMomentsBody>
type Weights = ReadonlyMap<string, number>
/** A moment before its content is loaded. */
type Ranked =
  | { readonly foundIn: 'speech' | 'text' | 'objects'; readonly contentId: string; readonly passage: Passage }
  | { readonly foundIn: 'people'; readonly contentId: string; readonly person: FoundPerson }
  | { readonly foundIn: 'metadata'; readonly contentId: string }

const IMAGE_WIDTH = 480

/** Finds moments of videos that the caller may see, best first. @throws problem not-found for an unknown folder */
export async function searchMoments(
  { db, library, embedder, log }: Pick<Intelligence, 'db' | 'library' | 'embedder' | 'log'>,
  scope: Scope,
  query: Query,
  origin: string,
) {
  const { phrase, places: wantedPlaces, language, people, objects, pageNum, pageSize, ...filter } = query
  const { environmentId } = scope
  const { assetCollectionUUID } = filter
  if (assetCollectionUUID !== undefined) await library.findFolder(environmentId, assetCollectionUUID)
  const shown = { people, objects }
  // Without words it is the people or else the objects that are searched for.
  const isWordless = phrase.trim() === ''
  const terms = isWordless && people.length > 0 ? [] : tellingTerms(isWordless ? objects.join(' ') : phrase)
  const ownPlace = people.length > 0 ? 'people' : 'objects'
  const places = isWordless ? wantedPlaces.filter((place) => place === ownPlace) : wantedPlaces
  const most = searchLimits.moments
  const passagePlaces = places.filter((place) => place !== 'metadata' && place !== 'people')
  const isSpoken = places.includes('speech') && !isWordless && (language === undefined || isEnglish(language))
  const [{ passages: worded, weights }, alike, found, contentIds] = await Promise.all([
    passagePlaces.length > 0
      ? rankPassages(db, scope, terms, passagePlaces, filter, shown, language)
      : { passages: [], weights: new Map<string, number>() },
    isSpoken
      ? findAlike(
          { db, embedder, log },
          environmentId,
          phrase,
          (contentId) => isFound(scope, filter, contentId),
          isShown(db, environmentId, shown, searchPassages),
        )
      : [],
    places.includes('people') ? findPeople(db, scope, { terms, ...shown }, filter, most) : [],
    places.includes('metadata') ? library.findContentIds(scope, filter, phrase, most) : [],
  ])
  const near = new Map(alike.map((each) => [keyOf(each.passage), each.nearness]))
  const passages = fuseSame(
    keyOf,
    worded,
    alike.map(({ passage }) => passage),
  ).slice(0, most)
  const isWorded = new Set(worded.map(keyOf))
  // Words of published subtitles are in the metadata of a video too.
  const spoken = new Set(passages.map(({ contentId }) => contentId))
  const unspoken = contentIds.filter((contentId) => !spoken.has(contentId))
  const others = await keepShowing(db, environmentId, shown, unspoken)
  const ranked = fuse<Ranked>(
    found.map((person) => ({ foundIn: 'people', contentId: person.contentId, person })),
    passages.map((passage) => ({ foundIn: passage.place, contentId: passage.contentId, passage })),
    others.map((contentId) => ({ foundIn: 'metadata', contentId })),
  )
  const listed = ranked.slice(pageOffset({ pageNum, pageSize })).slice(0, pageSize)
  const ids = [...new Set(listed.map(({ contentId }) => contentId))]
  const [contents, sentences] = await Promise.all([
    library.viewContents(scope, ids, origin),
    loadSentences(db, environmentId, listed),
  ])
  const wanted = new Set(terms)
  const items = listed.flatMap((each): SearchMoment[] => {
    const content = contents.get(each.contentId)
    if (content === undefined) return []
    if (each.foundIn === 'metadata') return [metadataMoment(content, wanted)]
    if (each.foundIn === 'people') return [personMoment(content, each.person, wanted)]
    if (each.foundIn !== 'speech') return [pictureMoment(content, each.passage, weights)]
    const key = keyOf(each.passage)
    const moment = speechMoment(content, each.passage, sentences, weights)
    const isAlike = !isWorded.has(key)
    return [{ ...moment, isAlike, strength: isAlike ? (near.get(key) ?? 0) : moment.strength }]
  })
  const countOf = (wanted: Passage['place']) => passages.filter(({ place }) => place === wanted).length
  const counts = {
    speech: countOf('speech'),
    text: countOf('text'),
    people: found.length,
    objects: countOf('objects'),
    metadata: others.length,
  }
  return { items, pageNum, pageSize, totalItems: ranked.length, counts }
}

/** Name of a passage of a video. */
function keyOf({ contentId, place, startMs }: Passage): string {
  return `${contentId} ${place} ${startMs}`
}

function isEnglish(language: string): boolean {
  return new Intl.Locale(language).language === 'en'
}

async function rankPassages(
  db: Queryable,
  scope: Scope,
  terms: readonly string[],
  places: readonly Passage['place'][],
  filter: FoundFilter,
  shown: ShownFilter,
  language: string | undefined,
) {
  if (terms.length === 0) return { passages: [], weights: new Map<string, number>() }
  const condition = and(
    language === undefined ? undefined : isInLanguage(language),
    inArray(searchPassages.place, [...places]),
    isFound(scope, filter, searchPassages.contentId),
    isShown(db, scope.environmentId, shown, searchPassages),
  )
  const { environmentId } = scope
  const { passages, weights } = await findCandidates(
    db,
    environmentId,
    terms,
    condition,
    searchLimits.moments,
  )
  const average = passages.reduce((sum, { wordCount }) => sum + wordCount, 0) / Math.max(1, passages.length)
  const scored = passages
    .map((passage) => ({ passage, score: scoreOf(passage, weights, average) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
  return { passages: scored.map(({ passage }) => passage), weights }
}

/** Score of a passage. Words of one sentence count up to twice. */
function scoreOf({ text }: Passage, weights: Weights, averageLength: number): number {
  const sentences = text.split('\n').map(termsOf)
  const closest = Math.max(...sentences.map((terms) => coverage(terms, weights)))
  return bm25(sentences.flat(), weights, averageLength) * (1 + closest)
}

/** The sentences of the passages of a page. */
async function loadSentences(
  db: Queryable,
  environmentId: string,
  listed: readonly Ranked[],
): Promise<SentenceRow[]> {
  const { contentId, startMs, id } = transcriptSentences
  const spans = listed.flatMap((each) =>
    each.foundIn === 'speech'
      ? [
          and(
            eq(contentId, each.contentId),
            gte(startMs, each.passage.startMs),
            lte(startMs, each.passage.endMs),
          ),
        ]
      : [],
  )
  if (spans.length === 0) return []
  return db
    .select()
    .from(transcriptSentences)
    .where(and(eq(transcriptSentences.environmentId, environmentId), or(...spans)))
    .orderBy(asc(contentId), asc(startMs), asc(id))
}

/** The moment of a passage: its sentence with the most of the words. */
function speechMoment(
  content: Content,
  passage: Passage,
  sentences: readonly SentenceRow[],
  weights: Weights,
): SearchMoment {
  const own = sentences.filter(
    ({ contentId, startMs }) =>
      contentId === content.id && startMs >= passage.startMs && startMs <= passage.endMs,
  )
  const [best] = own
    .map((sentence) => ({ sentence, share: coverage(termsIn(sentence), weights) }))
    .sort((one, other) => other.share - one.share)
  const { text, speaker, startMs, endMs } = best?.sentence ?? { ...passage, speaker: null }
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
function pictureMoment(content: Content, passage: Passage, weights: Weights): SearchMoment {
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
function personMoment(content: Content, person: FoundPerson, terms: ReadonlySet<string>): SearchMoment {
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

function termsIn({ text, speaker }: SentenceRow): string[] {
  return termsOf(`${speaker ?? ''} ${text}`)
}

function metadataMoment(content: Content, terms: ReadonlySet<string>): SearchMoment {
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
