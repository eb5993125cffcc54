import { openDatabase } from '../server/src/platform/database/database.ts'
import { createLog } from '../server/src/platform/log.ts'
import type { Bench } from './tools/bench.ts'
import { slowest } from './tools/measure.ts'
import { milliseconds, type Row } from './tools/table.ts'
import { sendParts } from './tools/upload.ts'
import { watchFirst } from './tools/viewer.ts'

type Pool = ReturnType<typeof openDatabase>['pool']

const PAGE = 12
const MOST_IDLE_S = 0.02
const MOST_BUSY = 2

/** Lists the newest videos of an environment with very many, on an idle server and during an encoding. */
export async function listRows(bench: Bench): Promise<Row[]> {
  const { kinora, owner, plan, clips } = bench
  const database = openDatabase(kinora.databaseUrl, 4, createLog('error'))
  try {
    const environmentId = owner.environmentId ?? ''
    await fill(database.pool, environmentId, plan.contents)
    const list = () => owner.call('listContents', { query: { pageSize: PAGE } })
    const ask = () => slowest(plan.listRequests, list)
    const query = () => slowest(plan.listRequests, () => bareList(database.pool, environmentId))
    await Promise.all([ask(), query()])
    const sqlS = await query()
    const idleS = await ask()

    const { complete } = await sendParts(owner, clips.h264)
    const { id, urls } = await complete()
    await watchFirst(urls.hls)
    const busyS = await ask()
    await owner.call('deleteContent', { params: { id }, query: { permanently: true } })

    const of = `list of ${PAGE} among ${plan.contents.toLocaleString('en')} videos, p95`
    return [
      {
        what: `${of}, compared with plain SQL`,
        ours: milliseconds(idleS),
        against: milliseconds(sqlS),
        ratio: idleS / sqlS,
        aim: `≤ ${milliseconds(MOST_IDLE_S)}`,
        isMet: idleS <= MOST_IDLE_S,
      },
      {
        what: `${of}, during an encoding, compared with idle`,
        ours: milliseconds(busyS),
        against: milliseconds(idleS),
        ratio: busyS / idleS,
        aim: `≤ ${MOST_BUSY} × or ≤ ${milliseconds(MOST_IDLE_S)}`,
        isMet: busyS <= idleS * MOST_BUSY || busyS <= MOST_IDLE_S,
      },
    ]
  } finally {
    await database.close()
  }
}

/** Inserts videos with three renditions each, one per minute. */
async function fill(pool: Pool, environmentId: string, count: number): Promise<void> {
  await pool.query('SET statement_timeout = 0')
  await pool.query(
    `INSERT INTO contents (id, environment_id, title, search_text, status, playable, progress, duration_s,
       playback_policy, playback_id, added_by, created_at)
     SELECT gen_random_uuid(), $1, 'Evening bulletin ' || n, 'evening bulletin ' || n, 'ready', true, 1, 60 + n % 3000,
       'public', 'benchplayback' || lpad(n::text, 8, '0'), 'Bench', now() - n * interval '1 minute'
     FROM generate_series(1, $2::int) AS n`,
    [environmentId, count],
  )
  // Without fresh statistics, the planner assumes an empty table.
  await pool.query('ANALYZE contents')
  await pool.query(
    `INSERT INTO renditions (id, content_id, position, name, type, is_original, width, height, bitrate, status,
       progress, output_id, ended)
     SELECT gen_random_uuid(), contents.id, rung.position, rung.name, 'video', false, rung.width, rung.height,
       1000000, 'ready', 1, gen_random_uuid(), true
     FROM contents, (VALUES (0, '240p', 426, 240), (1, '480p', 854, 480), (2, '720p', 1280, 720))
       AS rung (position, name, width, height)
     WHERE contents.environment_id = $1 AND contents.added_by = 'Bench'`,
    [environmentId],
  )
  await pool.query('VACUUM ANALYZE contents, renditions')
}

/** The queries that a list needs. */
async function bareList(pool: Pool, environmentId: string): Promise<void> {
  const [page] = await Promise.all([
    pool.query<{ id: string }>(
      `SELECT * FROM contents WHERE environment_id = $1
       ORDER BY created_at DESC NULLS FIRST, id LIMIT ${PAGE}`,
      [environmentId],
    ),
    pool.query('SELECT count(*) FROM contents WHERE environment_id = $1', [environmentId]),
  ])
  const ids = page.rows.map(({ id }) => id)
  await pool.query('SELECT * FROM renditions WHERE content_id = ANY ($1) ORDER BY position', [ids])
}
