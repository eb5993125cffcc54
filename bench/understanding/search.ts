import { randomUUID } from 'node:crypto'
import { openEmbedder } from '../../server/src/areas/intelligence/engines/embedder.ts'
import { embedTranscript } from '../../server/src/areas/intelligence/meaning/embedding.ts'
import { TERMS_VERSION, termHash, termsOf } from '../../server/src/areas/intelligence/transcripts/terms.ts'
import { type DatabaseConnection, openDatabase } from '../../server/src/platform/database/database.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { type Client, newOwner } from '../../server/src/testing/client.ts'
import { bestByWords } from '../../server/src/testing/intelligence/best-by-words.ts'
import { type ScriptedPassage, scriptedTalk } from '../../server/src/testing/intelligence/scripted-talk.ts'
import type { Bench } from '../tools/bench.ts'
import { slowest } from '../tools/measure.ts'
import { milliseconds, type Row } from '../tools/table.ts'
import { fillSpeech, speechPhrases } from './filled-speech.ts'

type Pool = DatabaseConnection['pool']

const QUESTIONS = 200
const TOP = 5
const MOST_S = 0.15
/** How much more questions in other words are answered with the meaning than with words, as a share of all. */
const LEAST_MORE = 0.15

/** Measures the search: its recall compared with BM25 over all passages, and its time in very many hours of speech. */
export async function searchRows({ kinora, plan }: Bench): Promise<Row[]> {
  const database = openDatabase(kinora.databaseUrl, 4, createLog('error'))
  try {
    const { pool } = database
    const known = await recallRows(await newOwner(kinora.url), database, plan.transcripts)
    const [owner, other] = [await newOwner(kinora.url), await newOwner(kinora.url)]
    const alone = await fillSpeech(pool, owner.environmentId ?? '', plan.speechHours)
    await slowestSearch(owner, speechPhrases.length)
    const few = await slowestSearch(owner, plan.searches)
    await fillSpeech(pool, other.environmentId ?? '', plan.speechHours)
    await pool.query('VACUUM ANALYZE search_passages')
    await slowestSearch(owner, speechPhrases.length)
    const busy = await slowestSearch(owner, plan.searches)
    return [
      ...known,
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

async function recallRows(
  owner: Client,
  { db, pool }: DatabaseConnection,
  transcripts: number,
): Promise<Row[]> {
  const environmentId = owner.environmentId ?? ''
  const { passages, questions } = scriptedTalk(transcripts, QUESTIONS)
  const ids = await storePassages(pool, environmentId, passages, transcripts)
  const tokens = passages.map(({ text }) => termsOf(text))
  type Asked = 'phrase' | 'otherWords'
  const recall = async (
    asked: Asked,
    answers: (phrase: string) => Promise<readonly (string | undefined)[]>,
  ) => {
    let right = 0
    for (const question of questions)
      if ((await answers(question[asked])).includes(ids[question.transcript])) right += 1
    return right / QUESTIONS
  }
  const found = (asked: Asked) =>
    recall(asked, async (phrase) => {
      const body = { phrase, places: ['speech' as const], pageSize: TOP }
      return (await owner.call('searchMoments', { body })).items.map(({ content }) => content.id)
    })
  const plain = (asked: Asked) =>
    recall(asked, async (phrase) =>
      bestByWords(tokens, phrase, TOP).map((at) => ids[passages[at]?.transcript ?? -1]),
    )
  const what = `recall@${TOP} of ${QUESTIONS} questions in ${transcripts.toLocaleString('en')} transcripts`
  const against = 'compared with BM25 over all passages'
  const byWords = await plain('phrase')
  const rows = [recallRow(`${what} without their meaning, ${against}`, await found('phrase'), byWords, 0)]
  const embedder = openEmbedder()
  try {
    if (!embedder.isInstalled) return rows
    const { signal } = new AbortController()
    for (const id of ids) await embedTranscript({ db, embedder }, { id, environmentId }, signal)
  } finally {
    embedder.close()
  }
  await pool.query('VACUUM ANALYZE passage_vectors')
  // The first search starts the model.
  await found('phrase')
  const [same, others] = [await found('phrase'), await found('otherWords')]
  return [
    ...rows,
    recallRow(`${what} with their meaning, ${against}`, same, byWords, 0),
    recallRow(`${what} in other words, ${against}`, others, await plain('otherWords'), LEAST_MORE),
  ]
}

/** @param more the least difference of both shares */
function recallRow(what: string, ours: number, against: number, more: number): Row {
  const share = (right: number) => `${(right * 100).toFixed(1)} %`
  const aim = more === 0 ? '≥ 1 ×' : `≥ + ${more * 100} points`
  const ratio = ours / Math.max(against, 1 / QUESTIONS)
  return { what, ours: share(ours), against: share(against), ratio, aim, isMet: ours >= against + more }
}

/** Stores transcripts of a passage each 20 s. @returns the IDs of their videos */
async function storePassages(
  pool: Pool,
  environmentId: string,
  passages: readonly ScriptedPassage[],
  transcripts: number,
): Promise<string[]> {
  const ids = Array.from({ length: transcripts }, () => randomUUID())
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
