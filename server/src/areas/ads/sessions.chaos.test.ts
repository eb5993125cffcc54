import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AdChannel, Content } from '@kinora/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { type DatabaseSource, databaseSource } from '../../platform/database/embedded-database.ts'
import { createLog } from '../../platform/log.ts'
import { openAdServer, type TestAdServer, vast } from '../../testing/ad-server.ts'
import { type Client, contentWhen, isSettled, newOwner, uploadFile } from '../../testing/client.ts'
import { h264, makeClip, pattern } from '../../testing/clips.ts'
import { patient } from '../../testing/machine/patience.ts'
import { openTestPool, type TestPool } from '../../testing/pool.ts'
import { freePort, killPostgres, openProcesses, retryUntilDone } from '../../testing/test-processes.ts'

const SESSIONS = 10_000
const AT_ONCE = 40
/** Average time between kills. */
const KILL_EVERY_MS = 6000
const AD_S = 2
/** Maximum share of unknown requests: every 97th response is lost, and each kill of a worker leaves a batch. */
const MOST_UNKNOWN = 0.1
/** Events of each ad. */
const events = ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete']

let folder: string
let database: DatabaseSource
let pool: TestPool
let owner: Client
let video: Content
let adServer: TestAdServer
let reports: Server
/** Number of requests by path. */
const received = new Map<string, number>()
const processes = openProcesses()
const kills = { delivery: 0, worker: 0, database: 0 }
let url: string

beforeAll(async () => {
  adServer = await openAdServer()
  reports = createServer((request, response) => {
    const path = request.url ?? ''
    received.set(path, (received.get(path) ?? 0) + 1)
    // Some answers are lost.
    const number = received.size
    if (number % 97 === 0) return void request.socket.destroy()
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => reports.listen(0, '127.0.0.1', resolve))
  folder = await mkdtemp(join(tmpdir(), 'kinora-ads-crash-'))
  database = await databaseSource(readConfig({ DATA_DIR: folder }), createLog('fatal'))
  pool = openTestPool({ databaseUrl: database.url })
  const beside = { databaseUrl: database.url, dataDir: folder }
  const port = String(await freePort())
  url = `http://127.0.0.1:${port}`
  processes.keepRunning('delivery', beside, { ROLES: 'delivery,web', PORT: port, TRUST_PROXY: '1' })
  processes.keepRunning('worker', beside, { ROLES: 'worker' })
  owner = await retryUntilDone(() => newOwner(url, { email: `crash-${Date.now()}@example.com` }))
  const path = await makeClip(join(folder, 'video.mp4'), ...pattern(6, '320x180'), ...h264, '-c:a', 'aac')
  const { id } = await uploadFile(owner, path)
  video = await contentWhen(owner, id, isSettled)
}, patient(180_000))
afterAll(async () => {
  processes.end()
  await pool?.end()
  await database?.stop()
  await rm(folder, { recursive: true, force: true })
  reports?.close()
  await adServer?.close()
})

/** A channel with an ad of two seconds, whose tracking URLs have a different path for each decision. */
async function openChannel(): Promise<AdChannel> {
  const clip = await makeClip(join(folder, 'ad.mp4'), ...pattern(AD_S, '320x180'), ...h264, '-c:a', 'aac')
  const { port } = reports.address() as AddressInfo
  const ad = adServer.ad('soap', clip, { seconds: AD_S })
  let decisions = 0
  adServer.answer('/vast', (_request, response) => {
    decisions += 1
    const own = ad.replaceAll(`${adServer.url}/report/soap/`, `http://127.0.0.1:${port}/${decisions}/`)
    response.end(vast(own))
  })
  const channel = await owner.call('createAdChannel', {
    body: {
      name: 'Crash',
      streamId: video.id,
      preroll: true,
      adServerTimeoutMs: 3000,
      prerollAdTagUrl: `${adServer.url}/vast`,
    },
  })
  const filled = async () => {
    const { decisions: made } = await owner.call('tryAdChannel', { params: { id: channel.id }, body: {} })
    return made[0]?.filledS ?? 0
  }
  await expect.poll(filled, { timeout: patient(60_000) }).toBeGreaterThan(0)
  return channel
}

/** Watches the whole ad, even if processes die. @returns the session ID */
async function watch({ playbackId }: AdChannel, viewer: number): Promise<string> {
  const final = `${url}/play/${playbackId}.m3u8`
  const headers = { 'x-forwarded-for': `2001:db8::${(viewer + 1).toString(16)}` }
  const video = await retryUntilDone(async () => {
    const answer = await fetch(final, { headers, signal: AbortSignal.timeout(20_000) })
    const uri = (await answer.text()).split('\n').find((line) => line !== '' && !line.startsWith('#'))
    if (!answer.ok || uri === undefined) throw new Error(`the playlist answered ${answer.status}`)
    return new URL(uri, final)
  })
  const marked = await retryUntilDone(async () => {
    const answer = await fetch(video, { signal: AbortSignal.timeout(20_000) })
    const text = await answer.text()
    if (!answer.ok || !text.includes('#EXTINF')) throw new Error(`the playlist answered ${answer.status}`)
    return text.split('\n').filter((line) => line.includes('?ad='))
  })
  const load = (uri: string) =>
    retryUntilDone(async () => {
      const answer = await fetch(new URL(uri, video), { signal: AbortSignal.timeout(20_000) })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`a segment answered ${answer.status}`)
    })
  for (const uri of marked) await load(uri)
  // A request after the ad shows that the viewer is still there.
  await pause(AD_S * 1000 + 100)
  for (const uri of marked.slice(-1)) await load(uri)
  return marked.length === 0 ? '' : (/\/s\/([^.]+)\./.exec(video.href)?.[1] ?? '')
}

/** Kills the process that serves viewers, the one that sends tracking requests, or PostgreSQL, but only while viewers are served:
 * on a slow machine, processes could otherwise be killed before they have started. */
async function killInTurn(isDone: () => boolean): Promise<void> {
  for (let n = 0; !isDone(); n++) {
    await pause(KILL_EVERY_MS * (0.5 + Math.random()))
    await retryUntilDone(() => fetch(`${url}/healthz`))
    const victim = (['delivery', 'worker', 'database'] as const)[n % 3] ?? 'delivery'
    kills[victim] += 1
    if (victim === 'database') await killPostgres(folder)
    else processes.kill(victim)
  }
}

const sql = (text: string) => retryUntilDone(() => pool.sql(text))
const countIn = async (query: string) => Number((await sql(`SELECT count(*) AS rows FROM ${query}`))[0]?.rows)

it(
  'deliveries, counts and tracking requests agree while processes and the database are killed',
  async () => {
    const channel = await openChannel()
    let isDone = false
    const killing = killInTurn(() => isDone)
    const watched: string[] = []
    let next = 0
    const viewer = async () => {
      while (next < SESSIONS) {
        next += 1
        watched.push(await watch(channel, next))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, viewer))
    isDone = true
    await killing
    expect(Math.min(...Object.values(kills))).toBeGreaterThan(1)

    // No request waits any more.
    await expect
      .poll(() => countIn('ad_beacons WHERE next_attempt_at IS NOT NULL'), {
        timeout: patient(300_000),
        interval: 1000,
      })
      .toBe(0)
    await expect.poll(() => countIn('ad_facts'), { timeout: patient(120_000), interval: 1000 }).toBe(0)

    // Each event of each delivered ad is counted once.
    const delivered = watched.filter((id) => id !== '')
    expect(delivered.length).toBeGreaterThan(SESSIONS * 0.8)
    const counted = await sql('SELECT session_id::text AS id, event FROM ad_events')
    const eventsOf = Map.groupBy(counted, ({ id }) => String(id))
    const wrong = delivered.filter(
      (id) =>
        (eventsOf.get(id) ?? [])
          .map(({ event }) => event)
          .toSorted()
          .join() !== events.toSorted().join(),
    )
    expect(wrong).toEqual([])
    expect(eventsOf.size).toBe(delivered.length)

    // Each event has a request, each was sent at most once, and those in the state `sent` have arrived.
    const requests = await sql('SELECT url, event, state, attempts FROM ad_beacons')
    expect(requests.length).toBe(counted.length)
    const outcome = { sent: 0, unknown: 0, twice: 0, lost: 0, other: 0 }
    for (const { url: address, state } of requests) {
      const times = received.get(new URL(String(address)).pathname) ?? 0
      if (times > 1) outcome.twice += 1
      if (state === 'sent') outcome.sent += 1
      else if (state === 'unknown') outcome.unknown += 1
      else outcome.other += 1
      if (state === 'sent' && times === 0) outcome.lost += 1
    }
    expect(outcome).toMatchObject({ twice: 0, lost: 0, other: 0 })
    expect(outcome.sent + outcome.unknown).toBe(requests.length)
    // Only requests whose process died or whose response was lost are unknown.
    expect(outcome.unknown).toBeLessThan(requests.length * MOST_UNKNOWN)

    // The figures match the log.
    const range = {
      from: new Date(Date.now() - 86_400_000).toISOString(),
      to: new Date(Date.now() + 1000).toISOString(),
    }
    const metrics = ['ad-sessions' as const, 'ads-inserted' as const, 'ad-impressions' as const]
    const logged = [
      await countIn('ad_sessions'),
      await countIn(`ad_decisions WHERE offered->0->>'skipped' IS NULL AND jsonb_array_length(offered) > 0`),
      await countIn(`ad_events WHERE event = 'impression'`),
    ]
    const figures = () =>
      owner
        .call('getTotals', { query: { ...range, metrics } })
        .then(({ items }) => items.map(({ total }) => total))
        .catch(() => null)
    await expect.poll(figures, { timeout: patient(120_000), interval: 1000 }).toEqual(logged)
    expect(processes.faults).toEqual([])
  },
  patient(1_800_000),
)
