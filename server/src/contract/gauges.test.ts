import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendViewEvents, viewEventOf } from '../testing/analytics/view-event.ts'
import { type MovableClock, movableClock } from '../testing/clock.ts'
import { eventually } from '../testing/machine/eventually.ts'
import { openWorld, type World } from '../testing/world.ts'

let clock: MovableClock
let world: World
beforeAll(async () => {
  clock = movableClock()
  world = await openWorld({ clock })
})
afterAll(() => world.end())

/** Reads a new page. */
async function valuesOf(): Promise<(line: string) => number> {
  clock.advance(6)
  const text = await (await fetch(`${world.kinora.url}/metrics`)).text()
  const lines = text.split('\n').map((line) => line.split(' '))
  const values = new Map(lines.map(([name, value]) => [name, Number(value)]))
  return (line) => values.get(line) ?? Number.NaN
}

describe('gauges on /metrics', () => {
  it('show disk, machine and database', async () => {
    const value = await valuesOf()
    expect(value('kinora_disk_free_bytes')).toBeGreaterThan(0)
    expect(value('kinora_disk_size_bytes')).toBeGreaterThan(value('kinora_disk_free_bytes'))
    expect(value('kinora_machine_memory_bytes')).toBeGreaterThan(
      value('kinora_machine_memory_available_bytes'),
    )
    expect(value('kinora_machine_processors')).toBeGreaterThan(0)
    expect(value('kinora_database_up')).toBe(1)
    expect(value('kinora_database_connections')).toBeGreaterThan(1)
    expect(value('kinora_database_connections_max')).toBeGreaterThan(value('kinora_database_connections'))
    expect(value('kinora_database_size_bytes')).toBeGreaterThan(1e6)
    expect(value('kinora_database_pool_max')).toBe(12)
    expect(value('kinora_gauge_failures_total')).toBeNaN()
  })

  it('show waiting jobs by kind', async () => {
    const waiting = 'kinora_jobs_waiting{job="portrait.render"}'
    expect((await valuesOf())(waiting)).toBe(0)
    await world.sql(`
      INSERT INTO pgboss.job (id, name, data, state, group_id, created_on, start_after, blocked)
      SELECT gen_random_uuid(), name, '{}', 'created', 'none', now() - interval '2 hours', now() - interval '2 hours', true
      FROM pgboss.queue WHERE name = 'portrait.render'`)
    const value = await valuesOf()
    expect(value(waiting)).toBe(1)
    expect(value('kinora_jobs_oldest_seconds{job="portrait.render"}')).toBeGreaterThanOrEqual(7200)
    expect(value('kinora_jobs_active{job="portrait.render"}')).toBe(0)
    await world.sql(`DELETE FROM pgboss.job WHERE group_id = 'none'`)
  })

  it('show live streams and stored videos', async () => {
    const { id, environmentId } = await world.owner.call('createLivestream', { body: { name: 'News' } })
    await world.sql(
      `INSERT INTO live_sessions (id, stream_id, environment_id, node_id, lease_until, started_at)
        VALUES (gen_random_uuid(), $1, $2, gen_random_uuid(), now() + interval '1 day', now())`,
      [id, environmentId],
    )
    await world.sql(
      `INSERT INTO live_viewers (stream_id, process_id, environment_id, viewers, seen_at)
        VALUES ($1, gen_random_uuid(), $2, 30, now() + interval '1 day'), ($1, gen_random_uuid(), $2, 12, now() + interval '1 day')`,
      [id, environmentId],
    )
    const value = await valuesOf()
    expect(value('kinora_live_sessions')).toBe(1)
    expect(value('kinora_live_viewers')).toBe(42)
    expect(value('kinora_live_streams_on')).toBe(0)
    expect(value('kinora_live_nodes')).toBe(0)
    expect(value('kinora_stored_videos')).toBeGreaterThan(0)
    expect(value('kinora_stored_bytes')).toBeGreaterThan(1000)
  })

  it('show what waits for the warehouse, and the warehouse once it runs', async () => {
    await sendViewEvents(world.kinora.url, [viewEventOf(world.content.playbackId, { startupMs: 500 })])
    await eventually(async () => {
      const value = await valuesOf()
      expect(value('kinora_warehouse_up')).toBe(1)
      expect(value('kinora_warehouse_last_insert_timestamp_seconds')).toBeGreaterThan(0)
      expect(value('kinora_warehouse_parts')).toBeGreaterThan(0)
      expect(value('kinora_warehouse_memory_bytes')).toBeGreaterThan(1e6)
      expect(value('kinora_warehouse_disk_bytes')).toBeGreaterThan(0)
      expect(value('kinora_sealer_waiting_batches')).toBe(0)
      expect(value('kinora_sealer_waiting_events')).toBe(0)
      expect(value('kinora_sealer_oldest_seconds')).toBe(0)
    })
  })
})

describe('the files for Prometheus and Grafana', () => {
  it.each(['kinora-alerts.yml', 'kinora-dashboard.json'])(
    '%s names metrics of the page only',
    async (file) => {
      const text = await readFile(join(import.meta.dirname, '../../../docs/monitoring', file), 'utf8')
      const named = new Set(text.match(/\bkinora_[a-z_]+/g))
      const page = await (await fetch(`${world.kinora.url}/metrics`)).text()
      const known = new Set([...page.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(namesOf))
      expect(named.size).toBeGreaterThan(15)
      expect([...named].filter((name) => !known.has(name))).toEqual([])
    },
  )
})

function namesOf([, name = '', type]: RegExpExecArray): string[] {
  return type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]
}
