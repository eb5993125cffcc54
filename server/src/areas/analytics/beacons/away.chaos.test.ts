import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import { sendViewEvents, viewEventOf } from '../../../testing/analytics/view-event.ts'
import { usedHeapBytes } from '../../../testing/attacks/heap.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { engineProcess } from '../warehouse/engine-process.ts'

const PLAYERS = 200
const STEP_MS = 10_000
/** Ten minutes of steps. */
const STEPS = 60
/** Maximum growth of the heap while the warehouse is unavailable. Reports must wait in the database, not in memory. */
const MOST_HEAP_BYTES = 64 * 1024 ** 2

let nowMs = Math.floor(Date.now() / 3_600_000) * 3_600_000
let folder: string
let engine: ReturnType<typeof engineProcess>
let front: Server
let isAway = false
let world: World

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-away-'))
  engine = engineProcess({ folder, secret: 'secret', memoryBytes: 1024 ** 3 }, createLog('fatal'))
  const { port: behind } = new URL(await engine.url())
  // A proxy in front of the engine, which can drop all connections.
  front = createServer((incoming, response) => {
    if (isAway) return void incoming.destroy()
    const { method, url, headers } = incoming
    const onward = request({ host: '127.0.0.1', port: behind, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const { port } = front.address() as AddressInfo
  world = await openWorld({
    clock: { now: () => new Date(nowMs) },
    env: { CLICKHOUSE_URL: `http://kinora:secret@127.0.0.1:${port}` },
  })
})
afterAll(async () => {
  await world.end()
  await new Promise((resolve) => {
    front.close(resolve)
    front.closeAllConnections()
  })
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

const players = Array.from({ length: PLAYERS }, () => crypto.randomUUID())

/** Sends a report of each player with its watch time so far. */
async function report(seq: number): Promise<void> {
  const watchMs = seq * STEP_MS
  const events = players.map((viewId) =>
    viewEventOf(world.content.playbackId ?? '', {
      viewId,
      seq,
      at: nowMs,
      elapsedMs: watchMs,
      watchMs,
      startupMs: 300,
      type: seq === 0 ? 'start' : 'heartbeat',
    }),
  )
  expect(await sendViewEvents(world.kinora.url, events, { nowMs })).toBe(204)
}

function lastHour(): { from: string; to: string } {
  return { from: new Date(nowMs - 3_600_000).toISOString(), to: new Date(nowMs + 1000).toISOString() }
}

async function figures(): Promise<(number | null)[]> {
  const metrics = ['views' as const, 'watch-time' as const]
  const { items } = await world.owner.call('getTotals', { query: { ...lastHour(), metrics } })
  return items.map(({ total }) => total)
}

const watchedS = (seq: number) => (PLAYERS * seq * STEP_MS) / 1000

it(
  'keeps reports of a ten-minute warehouse outage in the database and counts them once afterwards',
  async () => {
    await report(0)
    await expect.poll(figures).toEqual([PLAYERS, 0])
    isAway = true
    front.closeAllConnections()
    const heapBefore = usedHeapBytes()
    for (let seq = 1; seq <= STEPS; seq += 1) {
      nowMs += STEP_MS
      await report(seq)
    }
    expect(await world.owner.try('getViews', { query: lastHour() })).toMatchObject({ status: 503 })
    const [waiting] = await world.sql(`SELECT sum(events)::int AS events,
    (SELECT count(*)::int FROM view_event_batches) AS batches FROM view_event_segments`)
    // One batch may have been made before the outage was noticed.
    expect(waiting?.batches).toBeLessThanOrEqual(1)
    expect(waiting?.events).toBeGreaterThanOrEqual((STEPS - 1) * PLAYERS)
    expect(usedHeapBytes() - heapBefore).toBeLessThan(MOST_HEAP_BYTES)

    isAway = false
    const counted = [PLAYERS, watchedS(STEPS)]
    await expect.poll(() => figures().catch(() => null), { timeout: patient(60_000) }).toEqual(counted)
    const left = 'SELECT id FROM view_event_segments UNION ALL SELECT id FROM view_event_batches'
    await expect.poll(() => world.sql(left)).toEqual([])
    expect(await figures()).toEqual(counted)
  },
  patient(300_000),
)
