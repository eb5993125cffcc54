import { randomUUID } from 'node:crypto'
import { logPartitions } from '../server/src/areas/activity/logs/partitions.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { keepPartitions } from '../server/src/platform/database/partitions.ts'
import { createLog } from '../server/src/platform/log.ts'
import type { Bench } from './tools/bench.ts'
import { slowest } from './tools/measure.ts'
import { milliseconds, type Row } from './tools/table.ts'

type Database = ReturnType<typeof openDatabase>

const PAGE = 50
const MOST_S = 0.05
const WEEK_MS = 7 * 24 * 3600 * 1000

/** A query of the API and the equivalent plain SQL. */
interface Question {
  readonly what: string
  readonly query: Record<string, unknown>
  readonly where: string
}

/** Reads a page of the logs of an environment with very many, with each filter. The filters select the rarest
 * requests. */
export async function recordRows(bench: Bench): Promise<Row[]> {
  const { kinora, owner, plan } = bench
  const database = openDatabase(kinora.databaseUrl, 4, createLog('error'))
  try {
    const environmentId = owner.environmentId ?? ''
    const objectId = randomUUID()
    await fill(database, environmentId, objectId, plan.records)
    const questions: Question[] = [
      { what: 'no filter', query: {}, where: 'true' },
      { what: 'method', query: { method: ['DELETE'] }, where: `method = 'DELETE'` },
      { what: 'status class', query: { status: ['5xx'] }, where: 'status / 100 = 5' },
      {
        what: 'method and status class',
        query: { method: ['PUT', 'DELETE'], status: ['4xx', '5xx'] },
        where: `method IN ('PUT', 'DELETE') AND status / 100 IN (4, 5)`,
      },
      { what: 'object', query: { objectId }, where: `object_id = '${objectId}'` },
      {
        what: 'time range',
        query: { from: daysAgo(20), to: daysAgo(15) },
        where: `created_at >= '${daysAgo(20)}' AND created_at < '${daysAgo(15)}'`,
      },
      { what: 'frequent phrase', query: { phrase: 'contents' }, where: `url ILIKE '%contents%'` },
      { what: 'unknown phrase', query: { phrase: 'nowhere' }, where: `url ILIKE '%nowhere%'` },
      { what: 'everywhere', query: { everywhere: true }, where: 'true' },
    ]
    const rows: Row[] = []
    for (const question of questions) rows.push(await rowOf(bench, database, environmentId, question))
    return rows
  } finally {
    await database.close()
  }
}

async function rowOf(
  { owner, plan }: Bench,
  { pool }: Database,
  environmentId: string,
  { what, query, where }: Question,
): Promise<Row> {
  const list = () => owner.call('listLogs', { query: { pageSize: PAGE, ...query } })
  // A page searches at most 5,000 logs for a phrase, and so does this query.
  const bare = () =>
    pool.query(
      `SELECT * FROM (
         SELECT id, created_at, method, url, status, took_ms, actor_id FROM request_logs
         WHERE scope_id = $1 AND ${'phrase' in query ? 'true' : where}
         ORDER BY created_at DESC, id DESC LIMIT ${'phrase' in query ? 5_000 : PAGE}
       ) AS log WHERE ${'phrase' in query ? where : 'true'} LIMIT ${PAGE}`,
      [environmentId],
    )
  await slowest(10, list)
  const sqlS = await slowest(plan.listRequests / 2, bare)
  // Fewer requests than the limit per address, over all queries.
  const oursS = await slowest(plan.listRequests / 2, list)
  return {
    what: `page of ${PAGE} logs among ${plan.records.toLocaleString('en')}, p95: ${what}`,
    ours: milliseconds(oursS),
    against: milliseconds(sqlS),
    ratio: oursS / sqlS,
    aim: `≤ ${milliseconds(MOST_S)}`,
    isMet: oursS <= MOST_S,
  }
}

/** Inserts requests of the last 30 days: few DELETEs, fewer errors, and two percent only at the start. */
async function fill({ db, pool }: Database, environmentId: string, objectId: string, count: number) {
  const log = createLog('error')
  for (let weeks = 5; weeks >= 0; weeks--)
    await keepPartitions(db, logPartitions, new Date(Date.now() - weeks * WEEK_MS), log)
  const client = await pool.connect()
  try {
    await client.query('SET statement_timeout = 0')
    await client.query(
      `INSERT INTO request_logs (id, scope_id, created_at, method, url, status, took_ms, actor_kind, actor_id,
         actor_name, description, request_id, address, object_id, request_body, response_body)
       SELECT gen_random_uuid(), $1, now() - n * (interval '29 days' / $2),
         (ARRAY['GET', 'GET', 'GET', 'POST', 'POST', 'PUT'])[1 + n % 6], '/video/api/v1/contents/' || gen_random_uuid(),
         CASE WHEN n % 20 = 0 THEN 404 ELSE 200 END, n % 90, 'person', gen_random_uuid(), 'Ananya Rao Iyer',
         'One video.', 'req_' || md5(n::text), '10.0.0.1', gen_random_uuid(), NULL, '{"id":"' || md5(n::text) || '"}'
       FROM generate_series(1, $2::int) AS n`,
      [environmentId, count],
    )
    // The rare rows are the oldest, which a scan from the newest would reach last.
    await client.query(
      `UPDATE request_logs SET method = 'DELETE', status = 503, object_id = $2
       WHERE id IN (SELECT id FROM request_logs WHERE scope_id = $1 ORDER BY created_at LIMIT 20)`,
      [environmentId, objectId],
    )
    await client.query('VACUUM ANALYZE request_logs')
  } finally {
    client.release()
  }
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 24 * 3600 * 1000).toISOString()
}
