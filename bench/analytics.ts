import { randomUUID } from 'node:crypto'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { createLog } from '../server/src/platform/log.ts'
import { viewEventOf } from '../server/src/testing/analytics/view-event.ts'
import type { Bench } from './tools/bench.ts'
import { median, percentile, secondsOf, until } from './tools/measure.ts'
import { milliseconds, perSecond, type Row } from './tools/table.ts'
import { sendParts } from './tools/upload.ts'
import { whenSettled } from './tools/viewer.ts'

const DAYS = 90
const DAY_MS = 86_400_000
/** Maximum query time of a dashboard, at the 95th percentile. */
const MOST_S = 0.3
const MOST_RATIO = 1.5
const SMALL_ENVIRONMENTS = 1000
/** Views of one insert: the sums of more days do not fit into its memory. */
const FILL_STEP = 25_000
const ASKED = 20
/** Requests at once: each waits until its events are stored, so few would measure that wait. */
const SENDERS = 400

/** A question of the dashboard. */
interface Question {
  readonly what: string
  ask(range: { from: string; to: string; timezone: string }): Promise<unknown>
  /** The same by hand, from the views and from their sums; the statements of each are asked at once. */
  sql?(range: { from: string; to: string }): string[][]
}

type Warehouse = (statement: string) => Promise<string>

/** Asks the questions of the dashboard about very many views, and counts reports as fast as it can. */
export async function analyticsRows(bench: Bench): Promise<Row[]> {
  const { owner, plan, clips } = bench
  const environmentId = owner.environmentId ?? ''
  const { complete } = await sendParts(owner, clips.short)
  const { id } = await complete()
  await whenSettled(owner, id)
  const { playbackId } = await owner.call('getContent', { params: { id } })
  // The first question starts the warehouse.
  const range = { from: ago(DAYS), to: ago(0), timezone: 'Asia/Kolkata' }
  await owner.call('getViews', { query: range })
  const warehouse = await warehouseOf(bench)
  const rows = [await ingestRow(bench, warehouse, playbackId ?? '')]
  await fill(warehouse, environmentId, plan.views)
  for (const days of [30, 7]) {
    const asked = { from: ago(days), to: ago(0), timezone: 'Asia/Kolkata' }
    for (const question of questionsOf(bench, environmentId))
      rows.push(await questionRow(question, asked, warehouse, plan.views, days))
  }
  return rows
}

/** Selects the same figures by hand, from the views themselves and from their sums. */
function byHand(environmentId: string, { from, to }: { from: string; to: string }) {
  const own = `environment_id = '${environmentId}'`
  const at = (time: string) => `toDateTime64('${time.replace(/[TZ]/g, ' ').trim()}', 3, 'UTC')`
  const between = (start: string, end: string) =>
    `(toStartOfHour(started_at) BETWEEN toStartOfHour(${start}) AND ${end} AND started_at >= ${start} AND started_at < ${end})`
  const views = `FROM views WHERE ${own} AND is_bot = 0 AND ${between(at(from), at(to))}`
  const day = (time: string) => `toStartOfDay(${time}, 'Asia/Kolkata')`
  /** Whole half hours, or whole days, of the sums. The rest is read from the views. */
  const sums = (dimension: string, step: string) => {
    const first = `toDateTime(toStartOfInterval(${at(from)} + INTERVAL ${step}, INTERVAL ${step}), 'UTC')`
    const last = `toDateTime(toStartOfInterval(${at(to)}, INTERVAL ${step}), 'UTC')`
    return {
      whole: `FROM view_totals WHERE ${own} AND dimension = '${dimension}' AND time >= ${first} AND time < ${last}`,
      ends: `FROM views WHERE ${own} AND is_bot = 0 AND (${between(at(from), first)} OR ${between(last, at(to))})`,
    }
  }
  return { views, day, sums }
}

function questionsOf({ owner }: Bench, environmentId: string): Question[] {
  const metrics = ['views', 'viewers', 'watch-time', 'average-watch-time', 'experience-score'] as const
  const get = (query: object) => (range: object) =>
    owner.call('getViews', { query: { ...range, ...query } as { from: string; to: string } })
  const parts = (range: { from: string; to: string }) => byHand(environmentId, range)
  const byDay = (range: { from: string; to: string }) => {
    const { views, day, sums } = parts(range)
    const { whole, ends } = sums('', '30 MINUTE')
    return [
      `SELECT ${day('started_at')} AS day, sum(views) ${views} GROUP BY ROLLUP(day) ORDER BY day`,
      `SELECT ${day('at')} AS day, sum(v)
        FROM (SELECT time AS at, views AS v ${whole} UNION ALL SELECT toDateTime(started_at, 'UTC'), views ${ends})
        GROUP BY ROLLUP(day) ORDER BY day`,
    ] as const
  }
  return [
    {
      what: 'five figures',
      ask: (range) => owner.call('getTotals', { query: { ...range, metrics: [...metrics] } }),
      sql: (range) => {
        const { views, sums } = parts(range)
        const { whole, ends } = sums('', '30 MINUTE')
        const raw = `SELECT sum(views), uniqCombined64(17)(viewer_id), sum(watch_ms), sum(watch_ms) / sum(views),
          quantileTDigest(0.5)(startup_ms), sum(rebuffer_ms), sum(rebuffers), sum(upscaled_ms) ${views}`
        const summed = `SELECT sum(v), uniqCombined64Merge(17)(u), sum(w), sum(w) / sum(v), quantileTDigestMerge(0.5)(q), sum(a), sum(b), sum(c)
          FROM (SELECT views AS v, viewer_sketch AS u, watch_ms AS w, startups AS q, rebuffer_ms AS a, rebuffers AS b, upscaled_ms AS c ${whole}
            UNION ALL SELECT sum(views), uniqCombined64State(17)(viewer_id), sum(watch_ms), quantileTDigestState(0.5)(startup_ms),
              sum(rebuffer_ms), sum(rebuffers), sum(upscaled_ms) ${ends})`
        return [[raw], [summed]]
      },
    },
    { what: 'views by day', ask: get({ metric: 'views' }), sql: (range) => byDay(range).map((one) => [one]) },
    {
      what: 'contents with most views',
      ask: get({ metric: 'views', groupBy: 'contentId' }),
      sql: (range) => {
        const { views, sums } = parts(range)
        const { whole, ends } = sums('contentId', '1 DAY')
        const most = 'GROUP BY id ORDER BY counted DESC LIMIT 100'
        const [raw, summed] = byDay(range)
        return [
          [raw, `SELECT toString(object_id) AS id, sum(views) AS counted ${views} ${most}`],
          [
            summed,
            `SELECT id, sum(v) AS counted
              FROM (SELECT key AS id, views AS v ${whole} UNION ALL SELECT toString(object_id), views ${ends}) ${most}`,
          ],
        ]
      },
    },
    {
      what: 'viewers by device by day',
      ask: get({ metric: 'viewers', splitBy: 'deviceType' }),
      sql: (range) => {
        const { views, day, sums } = parts(range)
        const { whole, ends } = sums('deviceType', '30 MINUTE')
        // The answer has the viewers of each device, and of all, in the whole time too: they are no sums of days.
        const withTotals = (device: string) => `GROUP BY GROUPING SETS ((day, ${device}), (${device}), ())`
        return [
          [
            `SELECT ${day('started_at')} AS day, device_type, uniqCombined64(17)(viewer_id) ${views} ${withTotals('device_type')}`,
          ],
          [
            `SELECT ${day('at')} AS day, device, uniqCombined64Merge(17)(u)
              FROM (SELECT time AS at, key AS device, viewer_sketch AS u ${whole}
                UNION ALL SELECT toDateTime(toStartOfInterval(started_at, INTERVAL 30 MINUTE), 'UTC') AS half, device_type,
                  uniqCombined64State(17)(viewer_id) ${ends} GROUP BY half, device_type)
              ${withTotals('device')}`,
          ],
        ]
      },
    },
    {
      what: 'details of the newest views',
      ask: (range) => owner.call('listViews', { query: range }),
      sql: (range) => {
        const { views } = parts({ ...range, from: new Date(Date.parse(range.to) - 3_600_000).toISOString() })
        return [
          [
            `SELECT view_id, started_at, object_id, any(kind), any(country), any(region), any(city), any(isp),
              any(device_type), any(device), any(os), any(browser), any(programme), any(partner), any(page_host),
              max(error_code), max(startup_ms), sum(watch_ms), sum(rebuffers), sum(rebuffer_ms), sum(kbit), sum(seeks)
              ${views} GROUP BY object_id, started_at, view_id ORDER BY started_at DESC LIMIT 50`,
          ],
        ]
      },
    },
    { what: 'viewers by day', ask: get({ metric: 'viewers' }) },
    { what: 'countries, compared', ask: get({ groupBy: 'country', compareWithPeriod: true }) },
    { what: 'device types by day', ask: get({ splitBy: 'deviceType' }) },
    { what: 'startup time by provider', ask: get({ metric: 'startup-time', groupBy: 'isp' }) },
    {
      what: 'values of a filter',
      ask: (range) => owner.call('getFilterValues', { query: { ...range, dimension: 'city', phrase: 'c1' } }),
    },
  ]
}

async function questionRow(
  { what, ask, sql }: Question,
  range: { from: string; to: string; timezone: string },
  warehouse: Warehouse,
  views: number,
  days: number,
): Promise<Row> {
  await ask(range)
  const ours: number[] = []
  const ways = (sql?.(range) ?? []).map((statements) => ({ statements, took: [] as number[] }))
  for (let n = 0; n < ASKED; n++) {
    ours.push(await secondsOf(() => ask(range)))
    for (const { statements, took } of ways)
      took.push(await secondsOf(() => Promise.all(statements.map(warehouse))))
  }
  const oursS = percentile(ours, 0.95)
  const [against] = ways.map(({ took }) => took).toSorted((one, other) => median(one) - median(other))
  const ratio = against === undefined ? null : median(ours) / median(against)
  return {
    what: `${what}, ${days} of ${DAYS} days with ${views.toLocaleString('en')} views, p95`,
    ours: milliseconds(oursS),
    against: against === undefined ? '' : milliseconds(percentile(against, 0.95)),
    ratio,
    aim: `≤ ${milliseconds(MOST_S)}${ratio === null ? '' : `, ≤ ${MOST_RATIO} ×`}`,
    isMet: oursS <= MOST_S && (ratio ?? 0) <= MOST_RATIO,
  }
}

/** Reports of players until all are counted, against inserts of the same rows in large batches. */
async function ingestRow({ kinora, plan }: Bench, warehouse: Warehouse, playbackId: string): Promise<Row> {
  const PER_REQUEST = 20
  const bodies = Array.from({ length: plan.beacons / PER_REQUEST }, () =>
    JSON.stringify({
      sentAt: Date.now(),
      events: Array.from({ length: PER_REQUEST }, () => viewEventOf(playbackId)),
    }),
  )
  const headers = { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (Linux; Android 14)' }
  const counted = async () => Number(await warehouse('SELECT sum(views) FROM views'))
  const before = await counted()
  const startedAt = performance.now()
  const queue = [...bodies]
  const send = async (address: string) => {
    for (let body = queue.pop(); body !== undefined; body = queue.pop()) {
      const own = { ...headers, 'x-forwarded-for': address }
      const response = await fetch(`${kinora.url}/beacon/v1/views`, { method: 'POST', headers: own, body })
      if (response.status !== 204) throw new Error(`a report was answered with ${response.status}`)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, (_, n) => send(`10.1.${n >> 8}.${n % 256}`)))
  await until(50, async () => ((await counted()) - before >= plan.beacons ? true : null))
  const ours = plan.beacons / ((performance.now() - startedAt) / 1000)
  const against = await bareInserts(warehouse, plan.beacons)
  return {
    what: `${plan.beacons.toLocaleString('en')} first reports of views until all are counted`,
    ours: perSecond(ours),
    against: perSecond(against),
    ratio: ours / against,
    aim: '≥ 5,000 /s, ≥ 0.5 ×',
    isMet: ours >= 5000 && ours >= against / 2,
  }
}

/** Inserts the rows of the same reports again, in large batches, for another environment. @returns reports a second */
async function bareInserts(warehouse: Warehouse, count: number): Promise<number> {
  const BATCH = 10_000
  const environmentId = randomUUID()
  const lines = await Promise.all(
    ['views', 'view_events', 'presence'].map(async (table) => {
      const text = await warehouse(
        `SELECT * REPLACE (toUUID('${environmentId}') AS environment_id) FROM ${table} LIMIT ${BATCH} FORMAT JSONEachRow`,
      )
      return [table, text] as const
    }),
  )
  const startedAt = performance.now()
  for (let done = 0; done < count; done += BATCH)
    for (const [table, rows] of lines)
      await warehouse(
        `INSERT INTO ${table} SETTINGS async_insert = 0, insert_deduplicate = 0 FORMAT JSONEachRow\n${rows}`,
      )
  return count / ((performance.now() - startedAt) / 1000)
}

/** Views of the last 90 days: nine of ten in one environment, and the rest in a thousand small ones. */
async function fill(warehouse: Warehouse, environmentId: string, views: number): Promise<void> {
  const pick = (column: string, n: number, prefix: string) =>
    `concat('${prefix}', toString(rand(${n}) % ${column}))`
  const idOf = (number: string) =>
    `toUUID(concat('00000000-0000-0000-0000-', leftPad(toString(${number}), 12, '0')))`
  for (let done = 0; done < views; done += FILL_STEP) {
    const size = Math.min(FILL_STEP, views - done)
    process.stderr.write(`       ${(done + size).toLocaleString('en')} views\r`)
    await warehouse(
      `INSERT INTO views (environment_id, started_at, object_id, view_id, kind, session_id, viewer_id,
        programme, partner, country, region, city, isp, device_type, device, os, browser, player_version, page_host,
        is_bot, views, started_views, startup_ms, watch_ms, played_ms, rebuffer_ms, rebuffers, kbit, last_seq)
      SELECT if(rand(30) % 10 > 0, toUUID('${environmentId}'), ${idOf(`1 + rand(31) % ${SMALL_ENVIRONMENTS}`)}),
        now64(3) - toIntervalMillisecond(intDiv((${done} + number) * ${DAYS * DAY_MS}, ${views})),
        ${idOf('toUInt64(pow(rand(1) / 4294967295, 3) * 2000)')}, generateUUIDv4(), 'video', rand64(2),
        rand(3) % ${Math.ceil(views / 6)}, ${pick('40', 4, 'p')}, ${pick('12', 5, 'q')},
        ['IN', 'AE', 'OM', 'QA', 'US', 'GB', 'SA', 'BH'][rand(6) % 8 + 1], ${pick('60', 7, 'r')},
        ${pick('800', 8, 'c')}, ${pick('50', 9, 'i')}, ['phone', 'computer', 'tv', 'tablet'][rand(10) % 4 + 1],
        ${pick('300', 11, 'd')}, ['Android', 'iOS', 'Windows'][rand(12) % 3 + 1],
        ['Chrome', 'Safari', 'Firefox'][rand(13) % 3 + 1], '1', 'h', 0, 1, 1, 200 + rand(14) % 3000,
        rand(15) % 600000, rand(16) % 600000, rand(17) % 2000, rand(18) % 3, rand(19) % 900000, 3
      FROM numbers(${size}) SETTINGS max_insert_threads = 2, max_execution_time = 0`,
    )
  }
}

/** Runs statements in the embedded warehouse of the bench. */
async function warehouseOf({ kinora }: Bench): Promise<Warehouse> {
  const { pool, close } = openDatabase(kinora.databaseUrl, 2, createLog('error'))
  const storedAs = async (name: string): Promise<string> => {
    const found = await pool.query('SELECT value FROM installation WHERE name = $1', [name])
    return found.rows[0]?.value ?? ''
  }
  const [url, secret] = [await storedAs('warehouse-url'), await storedAs('warehouse-secret')]
  await close()
  const authorization = `Basic ${Buffer.from(`kinora:${secret}`).toString('base64')}`
  return async (body) => {
    const response = await fetch(url, { method: 'POST', headers: { authorization }, body })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return body.startsWith('SELECT sum(views) FROM views') ? text.replace(/\D/g, '') : text
  }
}

function ago(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString()
}
