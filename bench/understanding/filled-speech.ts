import { VECTORS_VERSION } from '../../server/src/areas/intelligence/meaning/embedding.ts'
import { signsOf, storedVector } from '../../server/src/areas/intelligence/meaning/vector.ts'
import { TERMS_VERSION, termHash, termsOf } from '../../server/src/areas/intelligence/transcripts/terms.ts'
import type { openDatabase } from '../../server/src/platform/database/database.ts'
import { seededRandom } from '../../server/src/testing/attacks/seeded-random.ts'

type Pool = ReturnType<typeof openDatabase>['pool']

const PASSAGES_AN_HOUR = 225
const PASSAGE_WORDS = 38
/** Passages of common words, which recur; and words that few passages have, two in each. */
const TEMPLATES = 5000
const RARE_WORDS = 200_000
const COMMON_WORDS = 6000
/** Hours with vectors, one for each passage: more than a search compares. */
const HOURS_OF_VECTORS = 1000
const DIMENSIONS = 512

/** Questions with frequent and rare words, and with frequent ones only. */
export const speechPhrases: readonly string[] = Array.from({ length: 40 }, (_, n) => {
  const common = (of: number) => `c${(n * 37 + of * 11) % 400}`
  if (n % 4 === 0) return [common(1), common(2), common(3)].join(' ')
  if (n % 4 === 1) return ['c1', 'c2', common(3)].join(' ')
  return [common(1), `r${(n * 4999) % RARE_WORDS}`, common(2), `c${1000 + n * 13}`].join(' ')
})

/** Stores hours of speech: words as frequent as those of a language, in one video an hour, and vectors of some.
 * @returns the number of passages */
export async function fillSpeech(pool: Pool, environmentId: string, hours: number): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('SET statement_timeout = 0')
    await client.query("SET maintenance_work_mem = '512MB'")
    await storeWords(client, environmentId)
    await client.query(
      `CREATE TEMP TABLE hour AS SELECT n::int AS n, gen_random_uuid() AS id FROM generate_series(0, $1::int - 1) AS n`,
      [hours],
    )
    await client.query(
      `INSERT INTO contents (id, environment_id, title, search_text, status, playable, progress, duration_s,
         playback_policy, playback_id, added_by, created_at)
       SELECT id, $1, 'Hour ' || n, 'hour ' || n, 'ready', true, 1, 3600, 'public', left(replace(id::text, '-', ''), 22),
         'Bench', now() - n * interval '1 minute'
       FROM hour`,
      [environmentId],
    )
    await client.query(
      `INSERT INTO transcripts (content_id, environment_id, language, quality, engine, updated_at, passage_count, terms_version,
         vectors_version)
       SELECT id, $1, 'en', 'good', 'Bench', now(), ${PASSAGES_AN_HOUR}, $2, $3 FROM hour`,
      [environmentId, TERMS_VERSION, VECTORS_VERSION],
    )
    // The index is built faster at once.
    await client.query('DROP INDEX search_passages_terms')
    await client.query(
      `INSERT INTO search_passages (environment_id, content_id, number, start_ms, end_ms, language, text, word_count, terms)
       SELECT $1, hour.id, p, p * 16000, p * 16000 + 15000, 'en', template.text || ' ' || one.word || ' ' || other.word,
         ${PASSAGE_WORDS + 2}, template.terms || one.hash || other.hash
       FROM hour CROSS JOIN generate_series(0, ${PASSAGES_AN_HOUR - 1}) AS p
       JOIN template ON template.n = (hour.n * ${PASSAGES_AN_HOUR} + p) % ${TEMPLATES}
       JOIN rare AS one ON one.n = (hour.n * ${PASSAGES_AN_HOUR} + p) % ${RARE_WORDS}
       JOIN rare AS other ON other.n = (hour.n::bigint * 7919 + p * 104729) % ${RARE_WORDS}`,
      [environmentId],
    )
    await client.query('CREATE INDEX search_passages_terms ON search_passages USING gin (terms)')
    await storeVectors(client)
    await client.query(
      `INSERT INTO passage_vectors (environment_id, content_id, number, piece, bits, vector)
       SELECT $1, hour.id, p, 0, direction.bits, direction.vector
       FROM hour CROSS JOIN generate_series(0, ${PASSAGES_AN_HOUR - 1}) AS p
       JOIN direction ON direction.n = (hour.n * ${PASSAGES_AN_HOUR} + p) % ${TEMPLATES}
       WHERE hour.n < ${HOURS_OF_VECTORS}`,
      [environmentId],
    )
    await client.query('DROP TABLE hour, template, rare, direction')
  } finally {
    client.release()
  }
  await pool.query('VACUUM ANALYZE search_passages, passage_vectors')
  return hours * PASSAGES_AN_HOUR
}

/** Vectors in random directions. */
async function storeVectors(client: Pick<Pool, 'query'>): Promise<void> {
  const below = seededRandom(20)
  const directions = Array.from({ length: TEMPLATES }, (_, n) => {
    const vector = Array.from({ length: DIMENSIONS }, () => below(2001) - 1000)
    return { n, bits: signsOf(vector), vector: `\\x${storedVector(vector).toString('hex')}` }
  })
  await client.query('CREATE TEMP TABLE direction (n int PRIMARY KEY, bits bit(512), vector bytea)')
  await client.query(
    `INSERT INTO direction
     SELECT n, bits::bit(${DIMENSIONS}), vector::bytea FROM jsonb_to_recordset($1) AS given (n int, bits text, vector text)`,
    [JSON.stringify(directions)],
  )
}

async function storeWords(client: Pick<Pool, 'query'>, environmentId: string): Promise<void> {
  const below = seededRandom(10)
  const random = () => below(1e6) / 1e6
  const hashOf = (word: string) => termHash(environmentId, termsOf(word)[0] ?? '')
  const templates = Array.from({ length: TEMPLATES }, (_, n) => {
    const words = Array.from({ length: PASSAGE_WORDS }, () => `c${Math.floor(COMMON_WORDS * random() ** 3)}`)
    return { n, text: words.join(' '), terms: [...new Set(words.map(hashOf))] }
  })
  const rare = Array.from({ length: RARE_WORDS }, (_, n) => ({ n, word: `r${n}`, hash: hashOf(`r${n}`) }))
  await client.query('CREATE TEMP TABLE template (n int PRIMARY KEY, text text, terms int[])')
  await client.query('CREATE TEMP TABLE rare (n int PRIMARY KEY, word text, hash int)')
  await client.query(
    'INSERT INTO template SELECT * FROM jsonb_to_recordset($1) AS given (n int, text text, terms int[])',
    [JSON.stringify(templates)],
  )
  await client.query(
    'INSERT INTO rare SELECT * FROM jsonb_to_recordset($1) AS given (n int, word text, hash int)',
    [JSON.stringify(rare)],
  )
  await client.query('ANALYZE template')
  await client.query('ANALYZE rare')
}
