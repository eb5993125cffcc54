import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { createLog } from '../server/src/platform/log.ts'
import { newRule, orgOf, streamOnAir } from '../server/src/testing/alerts/alerts.ts'
import { sendViewEvents, viewEventOf } from '../server/src/testing/analytics/view-event.ts'
import { familyOf } from './live/processor.ts'
import type { Bench } from './tools/bench.ts'
import { percentile, until } from './tools/measure.ts'
import { type Row, seconds } from './tools/table.ts'
import { sendParts } from './tools/upload.ts'
import { whenSettled } from './tools/viewer.ts'

const MOST_S = 15
const MOST_SHARE = 0.2
const RULES = 1000
const REPORTS_A_SECOND = 500
/** Three steps of views. */
const COST_S = 30
/** Seconds between the events of two alerts, which are sent one after the other. */
const APART_MS = 1500

/** Time from an event to the message about it, and the cost of many rules. */
export async function alertRows(bench: Bench): Promise<Row[]> {
  const { kinora, owner, plan, clips } = bench
  const database = openDatabase(kinora.databaseUrl, 4, createLog('error'))
  const sql = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows
  /** When the message about the alert with a name arrived. */
  const arrived = new Map<string, number>()
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      response.end()
      const { type, data } = JSON.parse(body) as { type: string; data: { alertName: string } }
      if (type === 'alert.opened') arrived.set(data.alertName, performance.now())
    })
  }).listen(0, '127.0.0.1')
  try {
    await once(receiver, 'listening')
    const { port } = receiver.address() as AddressInfo
    const channel = { name: 'Bench', kind: 'webhook' as const, url: `http://127.0.0.1:${port}/hook` }
    const { id: channelId } = await owner.call('createAlertChannel', { params: orgOf(owner), body: channel })
    const waitFor = async (begun: ReadonlyMap<string, number>) => {
      await until(100, async () => ([...begun.keys()].every((name) => arrived.has(name)) ? true : null))
      return [...begun].map(([name, at]) => ((arrived.get(name) ?? Number.NaN) - at) / 1000)
    }

    const live = new Map<string, number>()
    for (let n = 0; n < plan.rounds * 2; n++) {
      const streamId = await streamOnAir({ owner, sql }, new Date())
      await newRule(owner, { name: streamId, filters: { objectIds: [streamId] }, channelIds: [channelId] })
      await sql(`UPDATE live_streams SET status = 'reconnecting' WHERE id = $1`, [streamId])
      live.set(streamId, performance.now())
      await pause(APART_MS)
    }
    const liveS = await waitFor(live)
    await sql('UPDATE live_streams SET started = false WHERE id = ANY ($1::uuid[])', [[...live.keys()]])

    const { complete } = await sendParts(owner, clips.short)
    const { id } = await complete()
    await whenSettled(owner, id)
    const playbackId = (await owner.call('getContent', { params: { id } })).playbackId ?? ''
    const views = new Map<string, number>()
    for (let n = 0; n < plan.rounds * 2; n++) {
      const name = `views ${n}`
      await newRule(owner, {
        name,
        metric: 'views.count',
        groupBy: 'none',
        threshold: n * 10 + 5,
        windowS: 3600,
        channelIds: [channelId],
      })
      views.set(name, performance.now())
      await sendViewEvents(
        kinora.url,
        Array.from({ length: 10 }, () => viewEventOf(playbackId)),
      )
      await waitFor(new Map([[name, views.get(name) ?? 0]]))
    }
    const viewsS = await waitFor(views)
    await sql('DELETE FROM alert_rules')

    const cost = await costOf(bench, playbackId, sql)
    return [latencyRow('a live stream stops', liveS), latencyRow('views rise', viewsS), cost]
  } finally {
    receiver.closeAllConnections()
    receiver.close()
    await database.close()
  }
}

function latencyRow(what: string, taken: readonly number[]): Row {
  const slowestS = percentile(taken, 0.95)
  return {
    what: `${what} → message of the alert, p95`,
    ours: seconds(slowestS),
    against: `median ${seconds(percentile(taken, 0.5))}`,
    ratio: null,
    aim: `≤ ${seconds(MOST_S)}`,
    isMet: slowestS <= MOST_S,
  }
}

type Sql = (text: string, values?: unknown[]) => Promise<unknown[]>

/** The processor time of many rules: that of the server while reports arrive, with and without them. */
async function costOf({ kinora, owner }: Bench, playbackId: string, sql: Sql): Promise<Row> {
  const shareOf = async () => {
    const cpuS = async () => (await familyOf(kinora.pid)).reduce((sum, each) => sum + each.cpuS, 0)
    const [before, startedAt] = [await cpuS(), performance.now()]
    for (let second = 0; second < COST_S; second++) {
      const events = Array.from({ length: REPORTS_A_SECOND }, () => viewEventOf(playbackId))
      await sendViewEvents(kinora.url, events)
      await pause(Math.max(0, startedAt + (second + 1) * 1000 - performance.now()))
    }
    return ((await cpuS()) - before) / ((performance.now() - startedAt) / 1000)
  }
  // The first seconds compile code.
  await shareOf()
  const without = await shareOf()
  const metrics = [
    'views.count',
    'views.startup',
    'views.rebuffering',
    'views.errors',
    'views.viewers',
  ] as const
  for (const metric of metrics)
    for (const [n, windowS] of [60, 300, 900, 3600].entries())
      await newRule(owner, {
        name: `${metric} ${n}`,
        metric,
        groupBy: n % 2 === 0 ? 'none' : 'object',
        threshold: 1e9,
        windowS,
      })
  const columns = `SELECT string_agg(format('%I', column_name), ', ') AS names FROM information_schema.columns
    WHERE table_name = 'alert_rules' AND column_name <> 'id'`
  const [{ names }] = (await sql(columns)) as [{ names: string }]
  await sql(
    `INSERT INTO alert_rules (id, ${names}) SELECT gen_random_uuid(), ${names} FROM alert_rules, generate_series(2, $1)`,
    [RULES / (metrics.length * 4)],
  )
  const share = (await shareOf()) - without
  await sql('DELETE FROM alert_rules')
  return {
    what: `${RULES.toLocaleString('en')} alert rules at ${REPORTS_A_SECOND} reports a second, share of a core`,
    ours: `${(share * 100).toFixed(0)} %`,
    against: `${(without * 100).toFixed(0)} % without rules`,
    ratio: null,
    aim: `≤ ${MOST_SHARE * 100} %`,
    isMet: share <= MOST_SHARE,
  }
}
