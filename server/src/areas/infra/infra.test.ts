import { randomUUID } from 'node:crypto'
import os from 'node:os'
import type { Infra, InfraFindingId } from '@kinora/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../../testing/clock.ts'
import { addDeadLetter } from '../../testing/dead-letters.ts'
import { startTestKinora } from '../../testing/kinora.ts'
import { eventually } from '../../testing/machine/eventually.ts'
import { openWorld, type World } from '../../testing/world.ts'

const clock = movableClock()
let world: World
beforeAll(async () => {
  world = await openWorld({ clock })
  await eventually(async () => expect((await state()).processes).toHaveLength(1))
})
afterAll(() => world.end())
afterEach(() => world.sql(`DELETE FROM infra_processes WHERE machine LIKE 'test-%'`))

const state = (): Promise<Infra> => world.owner.call('getInfra', {})

async function finding(id: InfraFindingId) {
  return (await state()).findings.find((each) => each.id === id)
}

async function partHealth(part: string) {
  return (await state()).parts.find((each) => each.part === part)?.health
}

/** Adds a process that reported before this many seconds. */
async function addProcess(process: {
  readonly machine: string
  readonly roles?: readonly string[]
  readonly secondsAgo?: number
  readonly figures?: Record<string, number>
}): Promise<void> {
  const { machine, roles = ['web'], secondsAgo = 0, figures = {} } = process
  const seenAt = new Date(clock.now().getTime() - secondsAgo * 1000)
  await world.sql(
    `INSERT INTO infra_processes (id, machine, pid, port, roles, figures, started_at, seen_at)
     VALUES ($1, $2, 7, 0, $3, $4, $5, $5)`,
    [randomUUID(), machine, JSON.stringify(roles), JSON.stringify(figures), seenAt],
  )
}

describe('the state of an installation', () => {
  it('has its processes, machines and parts', async () => {
    const { processes, machines, database, storage, queues, idleQueues, delivery } = await state()
    expect(processes).toMatchObject([
      {
        machine: os.hostname(),
        pid: process.pid,
        roles: ['web', 'delivery', 'worker'],
        isRunning: true,
      },
    ])
    expect(processes[0]?.memoryBytes).toBeGreaterThan(1e7)
    expect(machines).toMatchObject([{ name: os.hostname(), diskFullInS: null }])
    expect(machines[0]?.diskFreeBytes).toBeGreaterThan(0)
    expect(database.connections).toBeLessThan(database.connectionsMax ?? 0)
    expect(storage).toMatchObject({ errors: 0, lastErrorAt: null })
    expect(storage.videos).toBeGreaterThan(0)
    expect(queues.length + idleQueues).toBeGreaterThan(10)
    expect(delivery.requests).toBeGreaterThanOrEqual(0)
    expect(await partHealth('database')).toBe('good')
    // Until it has taken what the snapshot had, which waits since the tests of this run began.
    await eventually(async () => expect(await partHealth('warehouse')).toBeOneOf(['good', 'unknown']))
  })

  it('names roles that no process has', async () => {
    expect(await finding('no-process')).toMatchObject({ subject: 'ingest', health: 'bad' })
    await addProcess({ machine: 'test-a', roles: ['ingest'] })
    expect(await finding('no-process')).toBeUndefined()
    expect(await finding('no-node')).toMatchObject({ health: 'bad' })
    expect(await partHealth('ingest')).toBe('bad')
    await world.sql(
      `INSERT INTO live_nodes (id, rtmp_port, srt_port, webrtc, internal_url, started_at, seen_at)
       VALUES ($1, 1935, 8890, true, 'http://127.0.0.1:1', $2, $2)`,
      [randomUUID(), clock.now()],
    )
    expect(await partHealth('ingest')).toBe('good')
  })

  it('keeps a process that died, and none that was stopped', async () => {
    await addProcess({ machine: 'test-b', secondsAgo: 60 })
    expect(await finding('process-silent')).toMatchObject({ subject: 'test-b 7', health: 'warning' })
    const second = await startTestKinora({ beside: world.kinora, clock, env: { ROLES: 'delivery' } })
    await eventually(async () => expect((await state()).processes).toHaveLength(3))
    await second.stop()
    expect((await state()).processes).toHaveLength(2)
    await world.sql(
      `UPDATE infra_processes SET seen_at = seen_at - interval '2 hours' WHERE machine = 'test-b'`,
    )
    await world.kinora.sweep()
    expect((await state()).processes).toHaveLength(1)
  })

  it('warns of machines that are nearly full or out of memory', async () => {
    const figures = {
      kinora_disk_free_bytes: 9e9,
      kinora_disk_size_bytes: 1e12,
      kinora_machine_memory_bytes: 8e9,
      kinora_machine_memory_available_bytes: 1e8,
      kinora_machine_processors: 2,
      kinora_machine_load: 20,
    }
    await addProcess({ machine: 'test-c', figures })
    const { findings, machines } = await state()
    expect(machines.map(({ name }) => name)).toContain('test-c')
    const own = findings.filter(({ subject }) => subject === 'test-c')
    expect(own).toEqual([
      { id: 'load-high', health: 'bad', subject: 'test-c', value: 10 },
      { id: 'memory-low', health: 'bad', subject: 'test-c', value: 1e8 },
      { id: 'disk-low', health: 'warning', subject: 'test-c', value: 9e9 },
    ])
  })

  it('warns of queues that nobody works on, and of events that failed', async () => {
    await world.sql(`
      INSERT INTO pgboss.job (id, name, data, state, group_id, created_on, start_after, blocked)
      SELECT gen_random_uuid(), name, '{}', 'created', 'none', now() - interval '1 hour', now() - interval '1 hour', true
      FROM pgboss.queue WHERE name = 'portrait.render'`)
    await addDeadLetter(world.sql, world.owner.environmentId ?? '', 'no connection')
    const stopped = await finding('queue-stopped')
    expect(stopped).toMatchObject({ subject: 'portrait.render', health: 'bad' })
    expect(stopped?.value).toBeGreaterThanOrEqual(3600)
    expect(await finding('events-failed')).toMatchObject({ value: 1 })
    expect((await state()).queues[0]).toMatchObject({ name: 'portrait.render', waiting: 1, running: 0 })
    await world.sql(`DELETE FROM pgboss.job WHERE group_id = 'none'`)
    await world.sql('DELETE FROM failed_events')
    expect(await partHealth('queues')).toBe('good')
  })
})

describe('the history of an installation', () => {
  const history = () => world.owner.call('getInfraHistory', {})
  // A minute must not begin between two sweeps.
  beforeAll(() => clock.freeze())

  it('gets a row a minute', async () => {
    await world.sql('DELETE FROM infra_samples')
    expect((await history()).since).toBeNull()
    for (let minute = 0; minute < 3; minute++) {
      await world.kinora.sweep()
      await world.kinora.sweep()
      clock.advance(60)
    }
    const [rows] = await world.sql(
      'SELECT count(*)::int AS n, count(*) FILTER (WHERE is_hourly)::int AS hourly FROM infra_samples',
    )
    expect(rows?.n).toBe(3)
    expect(rows?.hourly).toBeLessThanOrEqual(2)
    const { series, since, from, stepS } = await history()
    expect(since).not.toBeNull()
    const used = series.find(({ figure }) => figure === 'disk.used')
    expect(used?.machine).toBe(os.hostname())
    expect(used?.values).toHaveLength(288)
    expect(used?.values.filter((value) => value !== null).length).toBeGreaterThan(0)
    expect(Date.parse(from) / 1000 / stepS).toBe(Math.floor(Date.parse(from) / 1000 / stepS))
    const waiting = series.find(({ figure }) => figure === 'jobs.waiting')
    expect(waiting?.values.at(-1) ?? waiting?.values.at(-2)).toBe(0)
  })

  it('keeps a day of minutes and a week of hours', async () => {
    await world.sql(
      `INSERT INTO infra_samples SELECT at, extract(minute FROM at) = 0, '{}', '{}'
       FROM generate_series(date_trunc('hour', $1::timestamptz) - interval '10 days',
         date_trunc('hour', $1::timestamptz) - interval '1 hour', interval '5 minutes') AS at`,
      [clock.now()],
    )
    await world.kinora.sweep()
    const [kept] = await world.sql(
      `SELECT count(*)::int AS n, extract(epoch FROM $1 - min(at))::float8 / 86400 AS days,
         extract(epoch FROM $1 - min(at) FILTER (WHERE NOT is_hourly))::float8 / 86400 AS minutes
       FROM infra_samples`,
      [clock.now()],
    )
    expect(kept?.days).toBeGreaterThan(6.9)
    expect(kept?.days).toBeLessThanOrEqual(7)
    expect(kept?.minutes).toBeLessThanOrEqual(1)
    expect(kept?.n).toBeLessThan(24 * 12 + 6 * 24 + 10)
  })

  it('says when a disk will be full', async () => {
    const figures = { kinora_disk_free_bytes: 3e11, kinora_disk_size_bytes: 1e12 }
    await addProcess({ machine: 'test-d', figures })
    // 100 GB a day.
    await world.sql(
      `UPDATE infra_samples SET machines = jsonb_build_object('test-d', jsonb_build_object(
         'diskFree', 3e11 + extract(epoch FROM $1 - at) / 86400 * 1e11, 'diskSize', 1e12, 'memoryUsed', 0.5, 'load', 1))`,
      [clock.now()],
    )
    const soon = await finding('disk-full-soon')
    expect(soon).toMatchObject({ subject: 'test-d', health: 'warning' })
    expect((soon?.value ?? 0) / 86_400).toBeCloseTo(3, 1)
  })
})
