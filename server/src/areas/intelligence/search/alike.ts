import type { MomentRanking } from '@kinora/contract'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Logger } from '../../../platform/log.ts'
import { problem } from '../../../platform/problem.ts'
import type { Embedder } from '../engines/embedder.ts'
import { ModelFailure } from '../engines/model-worker.ts'
import { piecesOf } from '../meaning/pieces.ts'
import { nearness, signsOf } from '../meaning/vector.ts'
import { passageVectors, searchPassages } from '../transcripts/tables.ts'
import type { Passage } from './candidates.ts'

/** A passage with a similar meaning. */
export interface AlikePassage {
  readonly passage: Passage
  /** The longest line of the piece of it that is nearest. */
  readonly line: string
  /** The cosine of both vectors. */
  readonly nearness: number
}

/** Vectors of an environment that are compared: the newest, from about 350 hours of speech. */
const MOST_COMPARED = 200_000
/** Vectors with the nearest signs, which are compared exactly. People and objects are compared for them only, but in videos that have them. */
const MOST_EXACT = 300
/** Farther passages have another meaning. */
const LEAST_NEAR = 0.36
/** A search waits so long for the model. Without it, words decide. */
const LONGEST_MS = 1000
/** The next page of a search by meaning waits so long, and fails without the model. */
const LONGEST_FURTHER_MS = 10_000
/** Few words are found better as words. */
const LEAST_WORDS = 2
const english = /^[\p{Script=Latin}\p{N}\p{P}\p{Zs}]+$/u

/** Finds passages in English whose meaning is like that of a phrase, nearest first. Null if only words rank the search.
 * @param filter of contents @param shown of passages @throws problem meaning-unavailable for a further page by meaning */
export async function findAlike(
  { db, embedder, log }: { readonly db: Queryable; readonly embedder: Embedder; readonly log: Logger },
  environmentId: string,
  { phrase, ranking }: { readonly phrase: string; readonly ranking?: MomentRanking | undefined },
  filter: (contentId: typeof passageVectors.contentId) => SQL | undefined,
  shown: SQL | undefined,
): Promise<AlikePassage[] | null> {
  const words = phrase.trim().split(/\s+/u)
  const isPossible = embedder.isInstalled && words.length >= LEAST_WORDS && english.test(phrase)
  if (!isPossible || ranking === 'words') return null
  const { contentId, number, piece, bits } = passageVectors
  const isOurs = eq(passageVectors.environmentId, environmentId)
  // The model starts for environments that have something to compare.
  const [any] = await db.select({ number }).from(passageVectors).where(isOurs).limit(1)
  const vector = any === undefined ? null : await vectorOf(embedder, phrase, ranking === 'meaning', log)
  if (vector === null) return null
  const newest = db
    .select({ contentId, number, piece, bits })
    .from(passageVectors)
    .where(and(isOurs, filter(contentId)))
    .orderBy(sql`${contentId} DESC`)
    .limit(MOST_COMPARED)
    .as('newest')
  const differing = sql`bit_count(${newest.bits} # ${signsOf(vector)}::bit(512))`
  const nearest = db
    .select({ contentId: newest.contentId, number: newest.number, piece: newest.piece })
    .from(newest)
    .orderBy(differing)
    .limit(MOST_EXACT)
    .as('nearest')
  const { startMs, endMs, text, wordCount, place } = searchPassages
  const rows = await db
    .select({
      contentId: searchPassages.contentId,
      startMs,
      endMs,
      text,
      wordCount,
      place,
      piece,
      vector: passageVectors.vector,
    })
    .from(nearest)
    .innerJoin(
      searchPassages,
      and(
        eq(searchPassages.environmentId, environmentId),
        eq(searchPassages.contentId, nearest.contentId),
        eq(searchPassages.number, nearest.number),
        eq(place, 'speech'),
      ),
    )
    .innerJoin(
      passageVectors,
      and(
        eq(passageVectors.environmentId, environmentId),
        eq(passageVectors.contentId, nearest.contentId),
        eq(passageVectors.number, nearest.number),
        eq(piece, nearest.piece),
      ),
    )
    .where(shown)
    .orderBy(asc(searchPassages.contentId), asc(startMs))
  const pieces = rows
    .map(({ vector: stored, piece: n, ...passage }) => {
      const lines = piecesOf(passage.text)[n]?.split('\n') ?? []
      const line = lines.reduce((longest, each) => (each.length > longest.length ? each : longest), '')
      return { passage, line, nearness: nearness(vector, stored) }
    })
    .filter((each) => each.nearness >= LEAST_NEAR)
    .sort((one, other) => other.nearness - one.nearness)
  const nearestPieces = new Map<string, AlikePassage>()
  for (const each of pieces) {
    const key = `${each.passage.contentId} ${each.passage.startMs}`
    if (!nearestPieces.has(key)) nearestPieces.set(key, each)
  }
  return [...nearestPieces.values()]
}

async function vectorOf(
  embedder: Embedder,
  phrase: string,
  isNeeded: boolean,
  log: Logger,
): Promise<number[] | null> {
  try {
    const [vector] = await embedder.embed([phrase], isNeeded ? LONGEST_FURTHER_MS : LONGEST_MS)
    return vector ?? null
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    if (isNeeded) throw problem('meaning-unavailable')
    log.warn({ err: error }, 'a search was made without the meaning of its phrase')
    return null
  }
}
