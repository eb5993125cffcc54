import { randomUUID } from 'node:crypto'
import { bm25, rarity } from '../../server/src/areas/intelligence/search/rank.ts'
import { TERMS_VERSION, termHash, termsOf } from '../../server/src/areas/intelligence/transcripts/terms.ts'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { type Client, newOwner } from '../../server/src/testing/client.ts'
import type { Bench } from '../tools/bench.ts'
import { slowest } from '../tools/measure.ts'
import { milliseconds, type Row } from '../tools/table.ts'
import { fillSpeech, speechPhrases } from './filled-speech.ts'
import { type ScriptedPassage, scriptedTalk } from './scripted-talk.ts'

type Pool = ReturnType<typeof openDatabase>['pool']

const TRANSCRIPTS = 2000
const QUESTIONS = 200
const TOP = 5
const MOST_S = 0.15

/** Measures the search: its recall compared with BM25 over all passages, and its time in very many hours of speech. */
export async function searchRows({ kinora, plan }: Bench): Promise<Row[]> {
  const database = openDatabase(kinora.databaseUrl, 4, createLog('error'))
  try {
    const { pool } = database
    const known = await recallRow(await newOwner(kinora.url), pool)
    const [owner, other] = [await newOwner(kinora.url), await newOwner(kinora.url)]
    const alone = await fillSpeech(pool, owner.environmentId ?? '', plan.speechHours)
    await slowestSearch(owner, speechPhrases.length)
    const few = await slowestSearch(owner, plan.searches)
    await fillSpeech(pool, other.environmentId ?? '', plan.speechHours)
    await pool.query('VACUUM ANALYZE search_passages')
    await slowestSearch(owner, speechPhrases.length)
    const busy = await slowestSearch(owner, plan.searches)
    return [
      known,
      {
        what: `search in ${plan.speechHours.toLocaleString('en')} h of speech (${alone.toLocaleString('en')} passages) beside as many of others, compared with alone, p95`,
        ours: milliseconds(busy),
        against: milliseconds(few),
        ratio: busy / few,
        aim: `≤ ${milliseconds(MOST_S)}`,
        isMet: busy <= MOST_S,
      },
    ]
  } finally {
    await database.close()
  }
}

function slowestSearch(who: Client, times: number): Promise<number> {
  let n = 0
  return slowest(times, () => {
    n += 1
    const phrase = speechPhrases[n % speechPhrases.length] ?? ''
    return who.call('searchMoments', { body: { phrase, places: ['speech'] } })
  })
}

async function recallRow(owner: Client, pool: Pool): Promise<Row> {
  const environmentId = owner.environmentId ?? ''
  const { passages, questions } = scriptedTalk(TRANSCRIPTS, QUESTIONS)
  const ids = await storePassages(pool, environmentId, passages)
  const tokens = passages.map(({ text }) => termsOf(text))
  const average = tokens.reduce((sum, { length }) => sum + length, 0) / tokens.length
  const withTerm = new Map<string, number>()
  for (const each of tokens)
    for (const term of new Set(each)) withTerm.set(term, (withTerm.get(term) ?? 0) + 1)
  let [ours, plain] = [0, 0]
  for (const { phrase, transcript } of questions) {
    const weights = new Map(
      termsOf(phrase).map((term) => [term, rarity(tokens.length, withTerm.get(term) ?? 0)]),
    )
    const best = tokens
      .map((each, at) => ({ at, score: bm25(each, weights, average) }))
      .sort((one, other) => other.score - one.score)
      .slice(0, TOP)
    if (best.some(({ at }) => passages[at]?.transcript === transcript)) plain += 1
    const { items } = await owner.call('searchMoments', {
      body: { phrase, places: ['speech'], pageSize: TOP },
    })
    if (items.some(({ content }) => content.id === ids[transcript])) ours += 1
  }
  const share = (right: number) => `${((right / QUESTIONS) * 100).toFixed(1)} %`
  return {
    what: `recall@${TOP} of ${QUESTIONS} questions in ${TRANSCRIPTS.toLocaleString('en')} transcripts, compared with BM25 over all passages`,
    ours: share(ours),
    against: share(plain),
    ratio: ours / plain,
    aim: '≥ 1 ×',
    isMet: ours >= plain,
  }
}

/** Stores transcripts of a passage each 20 s. @returns the IDs of their videos */
async function storePassages(
  pool: Pool,
  environmentId: string,
  passages: readonly ScriptedPassage[],
): Promise<string[]> {
  const ids = Array.from({ length: TRANSCRIPTS }, () => randomUUID())
  await pool.query(
    `INSERT INTO contents (id, environment_id, title, search_text, status, playable, progress, duration_s,
       playback_policy, playback_id, added_by, created_at)
     SELECT id, $1, 'Talk ' || n, 'talk ' || n, 'ready', true, 1, 100, 'public', 'talk' || lpad(n::text, 18, '0'), 'Bench', now()
     FROM unnest($2::uuid[]) WITH ORDINALITY AS given (id, n)`,
    [environmentId, ids],
  )
  await pool.query(
    `INSERT INTO transcripts (content_id, environment_id, language, quality, engine, updated_at, passage_count, terms_version)
     SELECT id, $1, 'en', 'good', 'Bench', now(), 5, $3 FROM unnest($2::uuid[]) AS id`,
    [environmentId, ids, TERMS_VERSION],
  )
  const rows = passages.map(({ transcript, text }, n) => ({
    contentId: ids[transcript],
    number: n % 5,
    text,
    words: termsOf(text).length,
    terms: [...new Set(termsOf(text).map((term) => termHash(environmentId, term)))],
  }))
  await pool.query(
    `INSERT INTO search_passages (environment_id, content_id, number, start_ms, end_ms, language, text, word_count, terms)
     SELECT $1, "contentId", number, number * 20000, number * 20000 + 19000, 'en', text, words, terms
     FROM jsonb_to_recordset($2) AS given ("contentId" uuid, number int, text text, words int, terms int[])`,
    [environmentId, JSON.stringify(rows)],
  )
  await pool.query('VACUUM ANALYZE search_passages')
  return ids
}
