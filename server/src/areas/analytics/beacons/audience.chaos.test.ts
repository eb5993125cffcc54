import { setTimeout as pause } from 'node:timers/promises'
import { type MetricId, metricIds } from '@kinora/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeAudience, sendAudience } from '../../../testing/analytics/audience.ts'
import { killEngines } from '../../../testing/analytics/engines.ts'
import { metricsOf } from '../../../testing/analytics/truth.ts'
import { newStream } from '../../../testing/livestreams.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { freePort, openProcesses } from '../../../testing/test-processes.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const PLAYERS = 1000
const DAY_MS = 86_400_000
const KILL_WITHIN_MS = 1500
/** Tolerances: medians are estimates, and repeated reports arrive later, which adds to their latency. */
const errors: Partial<Record<MetricId, number>> = {
  'startup-time': 0.02,
  'experience-score': 0.02,
  'live-latency': 1,
}
const metrics = metricIds.slice(0, metricIds.indexOf('peak-viewers'))

let world: World
const processes = openProcesses()
const kills = { engine: 0, server: 0 }

beforeAll(async () => {
  // This process only answers queries.
  world = await openWorld({ env: { ROLES: 'web' } })
})
afterAll(async () => {
  processes.end()
  await world.end()
})

it(
  'counts each accepted report once while server and warehouse are killed repeatedly',
  async () => {
    const port = String(await freePort())
    const env = { ROLES: 'web,delivery,worker', PORT: port, TRUST_PROXY: '1' }
    processes.keepRunning('server', world.kinora, env)
    const url = `http://127.0.0.1:${port}`
    const { playbackId: liveId } = await newStream(world.owner)
    const nowMs = Date.now()
    const times = { fromMs: nowMs - 20 * DAY_MS, toMs: nowMs - DAY_MS }
    const ids = { videoId: world.content.playbackId ?? '', liveId }
    const audience = makeAudience({ seed: 3, count: PLAYERS, ...ids, ...times })

    let killing = Promise.resolve()
    let rounds = 0
    await sendAudience(audience, async () => {
      await killing
      await whenCounted()
      rounds += 1
      killing = killSoon(rounds)
      return { url, nowMs: Date.now() }
    })
    await killing
    await whenCounted()
    expect(kills.server).toBeGreaterThan(1)
    expect(kills.engine).toBeGreaterThan(5)
    // A query restarts the warehouse even if nothing is reported.
    await killEngines(world.kinora.dataDir)

    const range = { from: new Date(times.fromMs - DAY_MS).toISOString(), to: new Date(nowMs).toISOString() }
    const single = { deviceType: ['phone', 'computer', 'tablet'], os: ['Android', 'Windows', 'iOS'] }
    const truth = metricsOf(audience)
    for (const source of [{}, single]) {
      const ask = () => world.owner.call('getTotals', { query: { ...range, ...source, metrics } })
      await expect
        .poll(
          () =>
            ask()
              .then(({ items }) => items.length)
              .catch(() => 0),
          { timeout: patient(60_000) },
        )
        .toBe(metrics.length)
      const { items } = await ask()
      const isWrong = ({ metric, total }: (typeof items)[number]) =>
        Math.abs((total ?? -1) - (truth[metric] ?? 0)) >
        (errors[metric] ?? 1e-7) * (truth[metric] ?? 0) + 1e-9
      expect(items.filter(isWrong).map(({ metric, total }) => [metric, total, truth[metric]])).toEqual([])
    }
    expect(processes.faults).toEqual([])
  },
  patient(900_000),
)

/** Waits until no events or batches wait for the warehouse. */
async function whenCounted(): Promise<void> {
  const waiting = 'SELECT id FROM view_event_segments UNION ALL SELECT id FROM view_event_batches'
  await expect.poll(() => world.sql(waiting), { timeout: patient(300_000), interval: 50 }).toEqual([])
}

/** Kills the warehouse twice while a round is sent and counted; in every fourth round the warehouse and then the server. */
async function killSoon(round: number): Promise<void> {
  await pause(Math.random() * KILL_WITHIN_MS)
  kills.engine += await killEngines(world.kinora.dataDir)
  await pause(Math.random() * KILL_WITHIN_MS)
  if (round % 4 === 0) {
    processes.kill('server')
    kills.server += 1
  } else {
    kills.engine += await killEngines(world.kinora.dataDir)
  }
}
