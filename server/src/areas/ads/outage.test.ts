import type { AdChannel } from '@kinora/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/ids.ts'
import { createLog } from '../../platform/log.ts'
import { openAdServer, type TestAdServer } from '../../testing/ad-server.ts'
import { movableClock } from '../../testing/clock.ts'
import { newStream } from '../../testing/livestreams.ts'
import { patient } from '../../testing/machine/patience.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { adDecisions } from './decisions/tables.ts'
import { getDecisions } from './sessions/sessions.ts'
import { openSession, textOf } from './test-viewer.ts'

const MINUTE_S = 60
const HOUR_S = 3600
/** The time-out while the ad server hangs. */
const BUDGET_MS = 100
/** The time-out while it answers: the longest there is, for a busy machine. */
const LONGEST_MS = 3000
/** Margin for a busy machine. */
const MARGIN_MS = 4000

const clock = movableClock()
let world: World
let adServer: TestAdServer
let channel: AdChannel

beforeAll(async () => {
  adServer = await openAdServer()
  world = await openWorld({ clock })
  clock.freeze()
  channel = await world.owner.call('createAdChannel', {
    body: {
      name: 'Evening',
      streamId: world.content.id,
      preroll: true,
      adServerTimeoutMs: LONGEST_MS,
      prerollAdTagUrl: `${adServer.url}/vast`,
    },
  })
})
afterAll(async () => {
  await world?.end()
  await adServer?.close()
})

const params = () => ({ id: channel.id })
const stateNow = async () => (await world.owner.call('getAdChannel', { params: params() })).adServerState

async function announced(): Promise<string[]> {
  const { items } = await world.owner.call('listEvents', { query: { pageSize: 100 } })
  return items.flatMap(({ type, object }) =>
    type.includes('ad_server') && object.id === channel.id ? [type] : [],
  )
}

const waitAtMost = (adServerTimeoutMs: number) =>
  world.owner.call('updateAdChannel', { params: params(), body: { adServerTimeoutMs } })

const rowsIn = async (table: string) =>
  Number((await world.sql(`SELECT count(*) AS rows FROM ${table}`))[0]?.rows)

/** Opens sessions, and runs the sweep of the minute. */
async function passMinute(viewers = 2): Promise<void> {
  for (let n = 0; n < viewers; n++) {
    const startedAt = performance.now()
    const { video: rendition } = await openSession(channel)
    expect(performance.now() - startedAt).toBeLessThan(patient(BUDGET_MS + MARGIN_MS))
    expect(await textOf(rendition)).toContain('#EXT-X-ENDLIST')
  }
  clock.advance(MINUTE_S)
  await world.kinora.sweep()
}

it('during an hour without an ad server, viewers see the video, no rows pile up, and subscribers are notified once', async () => {
  const failing = 'video.ad_channel.ad_server_failing'
  adServer.offer('/vast')
  for (let minute = 0; minute < 3; minute++) await passMinute()
  expect([await stateNow(), await announced()]).toEqual(['answering', []])
  adServer.answer('/vast', () => undefined)
  await waitAtMost(BUDGET_MS)
  const jobs = await rowsIn('pgboss.job')
  for (let minute = 0; minute < 60; minute++) await passMinute(minute < 20 || minute > 50 ? 2 : 1)
  expect([await stateNow(), await announced()]).toEqual(['failing', [failing]])
  expect(await rowsIn('ad_beacons')).toBe(0)
  expect((await rowsIn('pgboss.job')) - jobs).toBeLessThan(20)
  // Without viewers for an hour, the state is unknown and nothing is published.
  for (let minute = 0; minute < 60; minute += 20) {
    clock.advance(20 * MINUTE_S)
    await world.kinora.sweep()
  }
  expect([await stateNow(), await announced()]).toEqual([null, [failing]])
  adServer.offer('/vast')
  await waitAtMost(LONGEST_MS)
  // It answers a trial, so it is asked again.
  await world.owner.call('tryAdChannel', { params: params(), body: {} })
  for (let minute = 0; minute < 3; minute++) await passMinute()
  expect([await stateNow(), await announced()]).toEqual([
    'answering',
    ['video.ad_channel.ad_server_answering', failing],
  ])
})

it('decisions of old sessions count for the state of ad servers', async () => {
  clock.advance(HOUR_S)
  expect(await stateNow()).toBeNull()
  const sessions = await world.sql('SELECT id::text FROM ad_sessions ORDER BY started_at DESC LIMIT 3')
  const database = openDatabase(world.kinora.databaseUrl, 1, createLog('fatal'))
  // Mid-rolls of a live stream.
  const failed = { kind: 'midroll', reason: 'server-timeout', offered: [], exchanges: [] } as const
  const length = { atS: clock.now().getTime() / 1000, availableS: 30, filledS: 0, tookMs: 50 }
  await database.db.insert(adDecisions).values(
    sessions.map(({ id }) => ({
      sessionId: String(id),
      position: 9,
      decidedAt: clock.now(),
      ...failed,
      ...length,
    })),
  )
  await database.close()
  await world.kinora.sweep()
  expect([await stateNow(), (await announced())[0]]).toEqual([
    'failing',
    'video.ad_channel.ad_server_failing',
  ])
})

it('a trial uses the user agent of the chosen device type, and reports that a live stream is off air', async () => {
  const asked = async (deviceType: string) => {
    const before = adServer.requests.length
    await world.owner.call('tryAdChannel', { params: params(), body: { deviceType } })
    return adServer.requests.slice(before).map(({ headers }) => headers['x-device-user-agent'])
  }
  expect(await asked('tv')).toEqual([expect.stringContaining('SMART-TV')])
  expect(await asked('phone')).toEqual([expect.stringContaining('iPhone')])
  const stream = await newStream(world.owner)
  const live = await world.owner.call('createAdChannel', { body: { name: 'Late', streamId: stream.id } })
  const body = {}
  expect(await world.owner.call('tryAdChannel', { params: { id: live.id }, body })).toEqual({
    decisions: [],
    isOffAir: true,
  })
})

it('a session exists before its decisions, and has no ads if its process died before it stored them', async () => {
  adServer.answer('/vast', () => undefined)
  const slow = { adServerTimeoutMs: 3000 }
  channel = await world.owner.call('updateAdChannel', { params: params(), body: slow })
  const { sessionId } = await openSession(channel)
  const isDecided = await world.sql('SELECT is_decided FROM ad_sessions WHERE id = $1', [sessionId])
  expect(isDecided).toEqual([{ is_decided: false }])
  const { db, close } = openDatabase(world.kinora.databaseUrl, 1, createLog('fatal'))
  expect(await getDecisions({ db, clock }, channel, sessionId)).toBeNull()
  const left = uuidv7(clock.now().getTime() - 5000)
  await world.sql(
    `INSERT INTO ad_sessions (id, environment_id, channel_id, address, user_agent, started_at, is_decided)
      SELECT $2, environment_id, channel_id, address, user_agent, started_at, false
      FROM ad_sessions WHERE id = $1`,
    [sessionId, left],
  )
  expect(await getDecisions({ db, clock }, channel, left)).toEqual([])
  await close()
})
