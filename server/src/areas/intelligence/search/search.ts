import {
  type Content,
  type MomentRanking,
  type SearchMoment,
  searchLimits,
  type searchMomentsBody,
} from '@kinora/contract'
import { and, asc, eq, gte, inArray, lte, or } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Scope } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { pageOffset } from '../../../platform/database/page.ts'
import { type ContentPlace, contentPlaces, type FoundFilter, isFound } from '../../library/index.ts'
import type { Intelligence } from '../intelligence.ts'
import { comparableContents } from '../scenes/scenes.ts'
import { analysisShots } from '../scenes/tables.ts'
import { type SentenceRow, searchPassages, transcriptSentences } from '../transcripts/tables.ts'
import { termsOf } from '../transcripts/terms.ts'
import { findAlike } from './alike.ts'
import { findCandidates, isInLanguage, type Passage } from './candidates.ts'
import { facetsOf } from './facets.ts'
import { findLookAlikes } from './look-alikes.ts'
import { lookMoment, metadataMoment, personMoment, pictureMoment, speechMoment } from './moment-views.ts'
import { findPeople } from './people-found.ts'
import { bm25, coverage, fuse, fuseSame } from './rank.ts'
import { type Ranked, spanOf } from './ranked.ts'
import { isShown, isShownIn, keepShowing, type ShownFilter } from './shown-filter.ts'
import { tellingTerms } from './telling-terms.ts'

type Query = z.output<typeof searchMomentsBody>
type Weights = ReadonlyMap<string, number>
type Context = Pick<Intelligence, 'db' | 'library' | 'embedder' | 'log' | 'clock'>

/** Ranked moments, and how each is shown. */
interface Ranking {
  readonly ranked: readonly Ranked[]
  readonly ranking: MomentRanking
  view(each: Ranked, content: Content, sentences: readonly SentenceRow[]): Omit<SearchMoment, 'isComparable'>
}
/** Finds moments of videos that the caller may see. @throws problem not-found for an unknown folder or scene */
export async function searchMoments(context: Context, scope: Scope, query: Query, origin: string) {
  const { db, library, clock } = context
  const { environmentId } = scope
  const { assetCollectionUUID, like, pageNum, pageSize, sort } = query
  if (assetCollectionUUID !== undefined) await library.findFolder(environmentId, assetCollectionUUID)
  const { ranked, ranking, view } = await (like === undefined
    ? rankWords(context, scope, query)
    : rankLooks(context, scope, query, like))
  const places = await contentPlaces(db, environmentId, [
    ...new Set(ranked.map(({ contentId }) => contentId)),
  ])
  const sorted = sort === 'newest' ? newestFirst(ranked, places) : ranked
  const listed = sorted.slice(pageOffset({ pageNum, pageSize })).slice(0, pageSize)
  const ids = [...new Set(listed.map(({ contentId }) => contentId))]
  const [contents, sentences, comparable, facets] = await Promise.all([
    library.viewContents(scope, ids, origin),
    loadSentences(db, environmentId, listed),
    comparableContents(db, environmentId, ids),
    facetsOf(db, scope, ranked, places, clock.now()),
  ])
  const items = listed.flatMap((each): SearchMoment[] => {
    const content = contents.get(each.contentId)
    if (content === undefined) return []
    return [{ ...view(each, content, sentences), isComparable: comparable.has(content.id) }]
  })
  const countOf = (place: Ranked['foundIn']) => ranked.filter(({ foundIn }) => foundIn === place).length
  const counts = {
    speech: countOf('speech'),
    text: countOf('text'),
    people: countOf('people'),
    objects: countOf('objects'),
    metadata: countOf('metadata'),
  }
  return { items, pageNum, pageSize, totalItems: ranked.length, ranking, counts, facets }
}

function newestFirst(ranked: readonly Ranked[], places: ReadonlyMap<string, ContentPlace>): Ranked[] {
  const addedAt = ({ contentId }: Ranked) => places.get(contentId)?.createdAt.getTime() ?? 0
  const startOf = (each: Ranked) => spanOf(each)?.startMs ?? 0
  return ranked.toSorted(
    (one, other) =>
      addedAt(other) - addedAt(one) ||
      one.contentId.localeCompare(other.contentId) ||
      startOf(one) - startOf(other),
  )
}

/** Ranks scenes whose picture looks like another one. */
async function rankLooks(
  { db, library }: Context,
  scope: Scope,
  { people, objects, assetCollectionUUID, from, to }: Query,
  { contentId, at }: NonNullable<Query['like']>,
): Promise<Ranking> {
  const content = await library.findVideo(scope, contentId)
  const looks = await findLookAlikes(
    db,
    content,
    at,
    (id) => isFound(scope, { assetCollectionUUID, from, to }, id),
    isShown(db, scope.environmentId, { people, objects }, analysisShots),
  )
  return {
    ranked: looks
      .slice(0, searchLimits.moments)
      .map((look) => ({ foundIn: 'looks', contentId: look.contentId, look })),
    ranking: 'words',
    view: (each, shown) =>
      each.foundIn === 'looks' ? lookMoment(shown, each.look) : metadataMoment(shown, new Set()),
  }
}

/** Ranks moments by words and by the meaning of the phrase, or by people and objects without words. */
async function rankWords(context: Context, scope: Scope, query: Query): Promise<Ranking> {
  const { db, library } = context
  const { phrase, places: wantedPlaces, language, people, objects, assetCollectionUUID, from, to } = query
  const filter = { assetCollectionUUID, from, to }
  const { environmentId } = scope
  const shown = { people, objects }
  // Without words it is the people or else the objects that are searched for.
  const isWordless = phrase.trim() === ''
  const terms = isWordless && people.length > 0 ? [] : tellingTerms(isWordless ? objects.join(' ') : phrase)
  const ownPlace = people.length > 0 ? 'people' : 'objects'
  const places = isWordless ? wantedPlaces.filter((place) => place === ownPlace) : wantedPlaces
  const most = searchLimits.moments
  const passagePlaces = places.filter((place) => place !== 'metadata' && place !== 'people')
  const isSpoken = places.includes('speech') && !isWordless && (language === undefined || isEnglish(language))
  const [{ passages: worded, weights }, nearestFirst, found, contentIds] = await Promise.all([
    passagePlaces.length > 0
      ? rankPassages(db, scope, terms, passagePlaces, filter, shown, language)
      : { passages: [], weights: new Map<string, number>() },
    isSpoken
      ? findAlike(
          context,
          environmentId,
          query,
          (contentId) =>
            and(isFound(scope, filter, contentId), isShownIn(db, environmentId, shown, contentId)),
          isShown(db, environmentId, shown, searchPassages),
        )
      : null,
    places.includes('people') ? findPeople(db, scope, { terms, ...shown }, filter, most) : [],
    places.includes('metadata') ? library.findContentIds(scope, filter, phrase, most) : [],
  ])
  const alike = nearestFirst ?? []
  const near = new Map(alike.map((each) => [keyOf(each.passage), each]))
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
  const wanted = new Set(terms)
  return {
    ranked: fuse<Ranked>(
      found.map((person) => ({ foundIn: 'people', contentId: person.contentId, person })),
      passages.map((passage) => ({ foundIn: passage.place, contentId: passage.contentId, passage })),
      others.map((contentId) => ({ foundIn: 'metadata', contentId })),
    ),
    ranking: nearestFirst === null ? 'words' : 'meaning',
    view(each, content, sentences) {
      if (each.foundIn === 'metadata') return metadataMoment(content, wanted)
      if (each.foundIn === 'people') return personMoment(content, each.person, wanted)
      if (each.foundIn === 'looks') return lookMoment(content, each.look)
      if (each.foundIn !== 'speech') return pictureMoment(content, each.passage, weights)
      const key = keyOf(each.passage)
      const isAlike = !isWorded.has(key)
      const nearest = isAlike ? near.get(key) : undefined
      const moment = speechMoment(content, each.passage, sentences, weights, nearest?.line)
      // Candidates by words are limited: a passage beyond them may have the words too.
      return {
        ...moment,
        isAlike: isAlike && moment.strength === 0,
        strength: nearest?.nearness ?? moment.strength,
      }
    },
  }
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
