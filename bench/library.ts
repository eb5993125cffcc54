import { randomUUID } from 'node:crypto'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { createLog } from '../server/src/platform/log.ts'
import { newOwner } from '../server/src/testing/client.ts'
import type { Bench } from './tools/bench.ts'
import { slowest } from './tools/measure.ts'
import { milliseconds, type Row } from './tools/table.ts'

type Pool = ReturnType<typeof openDatabase>['pool']

const PAGE = 12
const MOST_S = 0.1
const MOST_MOVE_S = 0.1

/** Searches in titles made of 2,000 words. */
const phrases = [
  ['a word in one of 1,000 titles', 'word0042x'],
  ['two words', 'word0042x word1042x'],
  ['a word in all titles', 'bulletin'],
  ['a misspelled word', 'wrod0042x'],
  ['an unknown word', 'crocodile'],
] as const

/** Searches and moves in an organization with very many videos. */
export async function libraryRows({ kinora, plan }: Bench): Promise<Row[]> {
  const owner = await newOwner(kinora.url, { email: 'library-bench@example.com', organization: 'Library' })
  const database = openDatabase(kinora.databaseUrl, 4, createLog('error'))
  try {
    const { pool } = database
    const environmentId = owner.environmentId ?? ''
    const folder = await owner.call('createCollection', { body: { name: 'Everything' } })
    const shelf = await owner.call('createCollection', { body: { name: 'Shelf' } })
    await fill(pool, environmentId, folder.id, plan.contents)
    const rows: Row[] = []
    for (const [what, phrase] of phrases) {
      const ours = () => owner.call('listContents', { query: { phrase, pageSize: PAGE } })
      const bare = () => bareSearch(pool, environmentId, phrase)
      await Promise.all([slowest(5, ours), slowest(5, bare)])
      const againstS = await slowest(plan.listRequests / 4, bare)
      const oursS = await slowest(plan.listRequests / 4, ours)
      rows.push({
        what: `search for ${what} among ${plan.contents.toLocaleString('en')} videos, p95, compared with plain SQL`,
        ours: milliseconds(oursS),
        against: milliseconds(againstS),
        ratio: oursS / againstS,
        aim: `≤ ${milliseconds(MOST_S)}`,
        isMet: oursS <= MOST_S,
      })
    }
    let isOnShelf = false
    const movedS = await slowest(20, async () => {
      isOnShelf = !isOnShelf
      await owner.call('updateCollection', {
        params: { id: folder.id },
        body: { parentCollectionUUID: isOnShelf ? shelf.id : null },
      })
    })
    rows.push({
      what: `moving a folder of ${plan.contents.toLocaleString('en')} videos, p95`,
      ours: milliseconds(movedS),
      against: '',
      ratio: null,
      aim: `≤ ${milliseconds(MOST_MOVE_S)}`,
      isMet: movedS <= MOST_MOVE_S,
    })
    await pool.query('DELETE FROM contents WHERE environment_id = $1', [environmentId])
    return rows
  } finally {
    await database.close()
  }
}

/** A page of videos that contain all words, as handwritten SQL. */
async function bareSearch(pool: Pool, environmentId: string, phrase: string): Promise<void> {
  const words = phrase.split(' ')
  await pool.query(
    `SELECT * FROM contents WHERE environment_id = $1 AND trashed_at IS NULL
       AND search_text ILIKE ALL ($2) ORDER BY created_at DESC, id LIMIT ${PAGE}`,
    [environmentId, words.map((word) => `%${word}%`)],
  )
}

async function fill(pool: Pool, environmentId: string, folderId: string, count: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('SET statement_timeout = 0')
    await client.query(
      `INSERT INTO contents (id, environment_id, collection_id, title, search_text, search_version, status, playable,
         progress, duration_s, playback_policy, playback_id, added_by, created_at)
       SELECT gen_random_uuid(), $1, $2, title, title, 1, 'ready', true, 1, 60 + n % 3000, 'public',
         $4 || n, 'Bench', now() - n * interval '1 minute'
       FROM generate_series(1, $3::int) AS n, LATERAL (SELECT
         'bulletin word' || lpad((n % 1000)::text, 4, '0') || 'x word' || (1000 + n % 1000) || 'x number ' || n AS title
       ) AS named`,
      [environmentId, folderId, count, randomUUID()],
    )
    await client.query('VACUUM ANALYZE contents')
  } finally {
    client.release()
  }
}
