import { and, asc, desc, eq, like, ne, or, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Queryable } from '../../../platform/database/database.ts'
import { searchPassages, transcripts } from '../transcripts/tables.ts'
import { termHash } from '../transcripts/terms.ts'
import { rarity } from './rank.ts'

export type Passage = Pick<
  typeof searchPassages.$inferSelect,
  'contentId' | 'startMs' | 'endMs' | 'text' | 'wordCount' | 'place'
>

/** Passages that may be ranked, with the weights of the words. */
export interface Candidates {
  readonly passages: readonly Passage[]
  readonly weights: ReadonlyMap<string, number>
}

/** Passages with a word are counted up to this number: it weighs little then. */
const MOST_COUNTED = 3000
/** The same among very many passages, which are read from all over the table. */
const MOST_COUNTED_OF_MANY = 300
const MANY_PASSAGES = 100_000
/** Passages with the rarest words, from which those with the most weight are ranked. */
const MOST_GATHERED = 3000
/** Passages that have all words have the same weight, so that fewer need to be read. */
const MOST_WITH_ALL = 1000

/** Passages of pictures are counted up to this number. */
const MOST_PICTURES = 100_000

/** A word with its number in the environment, and how many passages have it. */
interface Counted {
  readonly term: string
  readonly hash: number
  readonly found: number
  /** The least number of passages that have to be gathered for all that have the word. */
  readonly toGather: number
}

/** Finds the passages of an environment that may fit best: those with the rarest words. @param filter of passages */
export async function findCandidates(
  db: Queryable,
  environmentId: string,
  terms: readonly string[],
  filter: SQL | undefined,
  limit: number,
): Promise<Candidates> {
  const { counted, total } = await countTerms(db, environmentId, terms)
  const weights = new Map(counted.map(({ term, found }) => [term, rarity(total, found)]))
  const known = counted.filter(({ found }) => found > 0).sort((one, other) => one.found - other.found)
  const [rarest] = known
  if (rarest === undefined) return { passages: [], weights }
  const isOurs = and(eq(searchPassages.environmentId, environmentId), filter)
  const weightOf = ({ term }: Counted) => weights.get(term) ?? 0
  if (rarest.found < MOST_COUNTED) {
    const isChosen = sql`${searchPassages.terms} && ${hashes(gathered(known))}`
    return { passages: await best(db, and(isOurs, isChosen), MOST_GATHERED, known, weightOf, limit), weights }
  }
  // All words are common: passages that have them all, or else the rarest.
  for (const wanted of [known, [rarest]]) {
    const hasAll = sql`${searchPassages.terms} @> ${hashes(wanted)}`
    const passages = await best(db, and(isOurs, hasAll), MOST_WITH_ALL, known, weightOf, limit)
    if (passages.length > 0) return { passages, weights }
  }
  return { passages: [], weights }
}

/** The rarest words, until they have enough passages together. */
function gathered(known: readonly Counted[]): Counted[] {
  let sum = 0
  return known.filter(({ toGather }, n) => {
    sum += toGather
    return n === 0 || sum <= MOST_GATHERED
  })
}

function best(
  db: Queryable,
  where: SQL | undefined,
  most: number,
  known: readonly Counted[],
  weightOf: (counted: Counted) => number,
  limit: number,
): Promise<Passage[]> {
  const { contentId, number, startMs, endMs, text, wordCount, terms, place } = searchPassages
  const some = db
    .select({ contentId, number, startMs, endMs, text, wordCount, terms, place })
    .from(searchPassages)
    .where(where)
    .limit(most)
    .as('some')
  const scores = known.map(
    (each) => sql`CASE WHEN ${some.terms} @> ${hashes([each])} THEN ${weightOf(each)}::float8 ELSE 0 END`,
  )
  return db
    .select({
      contentId: some.contentId,
      startMs: some.startMs,
      endMs: some.endMs,
      text: some.text,
      wordCount: some.wordCount,
      place: some.place,
    })
    .from(some)
    .orderBy(desc(sql.join(scores, sql` + `)), asc(some.contentId), asc(some.number))
    .limit(limit)
}

/** Counts the passages of an environment, and those with each word. */
async function countTerms(db: Queryable, environmentId: string, terms: readonly string[]) {
  const hashed = terms.map((term) => ({ term, hash: termHash(environmentId, term) }))
  const [{ estimates, unknown }, total] = await Promise.all([
    estimateTerms(db, hashed),
    countPassages(db, environmentId),
  ])
  const isFrequent = ({ hash }: Pick<Counted, 'hash'>) => (estimates.get(hash) ?? 0) >= MOST_COUNTED
  const most = total > MANY_PASSAGES ? MOST_COUNTED_OF_MANY : MOST_COUNTED
  const rare = hashed.filter((each) => !isFrequent(each))
  const counts = await countRare(db, environmentId, rare, most)
  const counted = hashed.map((each): Counted => {
    if (isFrequent(each)) {
      const found = estimates.get(each.hash) ?? 0
      return { ...each, found, toGather: found }
    }
    const found = counts.get(each.hash) ?? 0
    if (found < most) return { ...each, found, toGather: found }
    // There are more. PostgreSQL knows at least how frequent words are that it does not know.
    const estimate = Math.min(MOST_COUNTED, Math.max(found, unknown))
    return { ...each, found: estimate, toGather: MOST_COUNTED }
  })
  return { counted, total }
}

/** A hash that no passage has, but for a coincidence. */
const NO_WORD = 0

const explained = z.tuple([
  z.object({ Plan: z.object({ Plans: z.array(z.object({ 'Plan Rows': z.number() })) }) }),
])

/** How many passages have each word, as PostgreSQL expects. It knows the frequent ones well, and to count those would read
 * an index for each of their passages. Hashes are those of one environment, so the numbers are too. */
async function estimateTerms(
  db: Queryable,
  hashed: readonly Pick<Counted, 'hash'>[],
): Promise<{ readonly estimates: ReadonlyMap<number, number>; readonly unknown: number }> {
  if (hashed.length === 0) return { estimates: new Map(), unknown: 0 }
  const withEach = [...hashed, { hash: NO_WORD }].map(
    (each) => sql`SELECT FROM ${searchPassages} WHERE ${searchPassages.terms} @> ${hashes([each])}`,
  )
  const { rows } = await db.execute<{ 'QUERY PLAN': unknown }>(
    sql`EXPLAIN (FORMAT JSON) ${sql.join(withEach, sql` UNION ALL `)}`,
  )
  const [{ Plan: plan }] = explained.parse(rows[0]?.['QUERY PLAN'])
  const rowsOf = (n: number) => plan.Plans[n]?.['Plan Rows'] ?? 0
  // What it expects of a word that it does not know says nothing.
  const unknown = rowsOf(hashed.length)
  const estimates = new Map(hashed.map(({ hash }, n) => [hash, rowsOf(n) > unknown ? rowsOf(n) : 0]))
  return { estimates, unknown }
}

async function countRare(
  db: Queryable,
  environmentId: string,
  hashed: readonly Pick<Counted, 'hash'>[],
  most: number,
): Promise<ReadonlyMap<number, number>> {
  if (hashed.length === 0) return new Map()
  const { rows } = await db.execute<{ hash: number; found: number }>(sql`
    SELECT hash, (
      SELECT count(*)::int FROM (
        SELECT FROM ${searchPassages}
        WHERE ${searchPassages.environmentId} = ${environmentId}
          AND ${searchPassages.terms} @> ARRAY[given.hash]
        LIMIT ${most}
      ) AS counted
    ) AS found
    FROM unnest(${hashes(hashed)}) AS given (hash)`)
  return new Map(rows.map((row) => [row.hash, row.found]))
}

async function countPassages(db: Queryable, environmentId: string): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`coalesce(sum(${transcripts.passageCount}), 0)::int` })
    .from(transcripts)
    .where(eq(transcripts.environmentId, environmentId))
  const isOfPicture = and(eq(searchPassages.environmentId, environmentId), ne(searchPassages.place, 'speech'))
  const ofPictures = db.select({ place: searchPassages.place }).from(searchPassages).where(isOfPicture)
  const counted = await db.$count(ofPictures.limit(MOST_PICTURES).as('counted'))
  return (row?.total ?? 0) + counted
}

function hashes(counted: readonly Pick<Counted, 'hash'>[]): SQL {
  return sql`ARRAY[${sql.join(
    counted.map(({ hash }) => sql`${hash}`),
    sql`, `,
  )}]::integer[]`
}

/** Condition: a passage is in a language, of any region. */
export function isInLanguage(code: string): SQL | undefined {
  const base = new Intl.Locale(code).language
  return or(eq(searchPassages.language, base), like(searchPassages.language, `${base}-%`))
}
