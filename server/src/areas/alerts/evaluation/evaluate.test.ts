import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AlertSource, MetricSample } from '../../../platform/alerts/alert-sources.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { createLog } from '../../../platform/log.ts'
import { newChannel, newRule, orgOf } from '../../../testing/alerts/alerts.ts'
import { type Client, newOwner } from '../../../testing/client.ts'
import { movableClock } from '../../../testing/clock.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'
import type { Evaluation } from '../alerts.ts'
import { evaluateSource } from './evaluate.ts'
import { openLeases } from './lease.ts'
import { openBaselines } from './samples.ts'

const STEP_S = 5
const clock = movableClock()
let kinora: TestKinora
let owner: Client
let pool: TestPool
let database: ReturnType<typeof openDatabase>
let evaluation: Evaluation

beforeAll(async () => {
  clock.freeze()
  kinora = await startTestKinora({ clock, env: { ROLES: 'web,delivery' } })
  owner = await newOwner(kinora.url)
  pool = openTestPool(kinora)
  const log = createLog('silent')
  database = openDatabase(kinora.databaseUrl, 4, log)
  evaluation = { db: database.db, clock, log }
})
afterAll(async () => {
  await database.close()
  await pool.end()
  await kinora.stop()
})
beforeEach(async () => {
  await pool.sql('DELETE FROM alert_rules')
  await pool.sql('DELETE FROM alert_incidents')
  await pool.sql('DELETE FROM alert_cursor')
})

/** A source with one metric, whose values the test gives. */
function sourceOf(
  valueAt: (atMs: number, key: string) => number | null,
  keys: readonly string[] = ['a'],
): AlertSource {
  return {
    name: 'live',
    stepS: STEP_S,
    hasHistory: true,
    metrics: { 'live.offline': { absent: 'gone' } },
    readyUntil: async (now) => now,
    async sample({ environmentIds, from, to, stepS }) {
      const samples: MetricSample[] = []
      for (let atMs = from.getTime(); atMs <= to.getTime(); atMs += stepS * 1000)
        for (const environmentId of environmentIds)
          for (const key of keys)
            samples.push({ environmentId, key, atMs, values: { 'live.offline': valueAt(atMs, key) } })
      return samples
    },
    names: async (_environmentId, ids) => new Map(ids.map((id) => [id, `Stream ${id}`])),
  }
}

async function evaluateEach(
  source: AlertSource,
  steps: number,
  leases = openLeases(evaluation),
): Promise<void> {
  for (let n = 0; n < steps; n++) {
    clock.advance(STEP_S)
    await evaluateSource(evaluation, leases, source)
  }
}

async function incidents() {
  const query = { pageSize: 100 }
  const { items } = await owner.call('listAlertIncidents', { params: orgOf(owner), query })
  return items.toReversed()
}

async function changeKinds(id: string) {
  const { changes } = await owner.call('getAlertIncident', { params: { ...orgOf(owner), id } })
  return changes.map(({ kind, messages }) => [kind, messages.length])
}

describe('the evaluation of rules', () => {
  it('evaluates missed steps in order after a pause, and once with two evaluators', async () => {
    await newRule(owner, { quietS: 10 })
    const startMs = clock.now().getTime()
    // A minute of trouble in the pause.
    const isBad = (atMs: number) => atMs >= startMs + 100_000 && atMs < startMs + 160_000
    const source = sourceOf((atMs) => (isBad(atMs) ? 30 : 0))
    const [first, second] = [openLeases(evaluation), openLeases(evaluation)]
    await evaluateEach(source, 1, first)
    clock.advance(400)
    const counts = await Promise.all(
      [first, second].map((leases) => evaluateSource(evaluation, leases, source)),
    )
    expect(counts.toSorted((one, other) => one - other)).toEqual([0, 80])
    const [incident, ...others] = await incidents()
    expect(others).toEqual([])
    expect(incident).toMatchObject({ label: 'Stream a', number: 1, isLate: true, endReason: 'recovered' })
    const openedMs = Date.parse(incident?.openedAt ?? '')
    expect(openedMs - startMs).toBeGreaterThanOrEqual(100_000)
    expect(openedMs - startMs).toBeLessThan(105_000)
  })

  it('changes nothing while values cannot be read, and goes on afterwards', async () => {
    const rule = await newRule(owner)
    let isAway = false
    const good = sourceOf(() => 30)
    const source: AlertSource = {
      ...good,
      sample: (query) => (isAway ? Promise.reject(new Error('away')) : good.sample(query)),
    }
    const leases = openLeases(evaluation)
    await evaluateEach(source, 2, leases)
    expect(await incidents()).toHaveLength(1)
    isAway = true
    for (let n = 0; n < 26; n++) await expect(evaluateEach(source, 1, leases)).rejects.toThrow('away')
    const params = { ...orgOf(owner), id: rule.id }
    expect((await owner.call('getAlertRule', { params })).staleSince).not.toBeNull()
    isAway = false
    await evaluateEach(source, 1, leases)
    expect((await owner.call('getAlertRule', { params })).staleSince).toBeNull()
    const [incident, ...others] = await incidents()
    expect(others).toEqual([])
    expect(incident).toMatchObject({ resolvedAt: null })
  })

  it('does not evaluate steps that are too old, and notes the gap', async () => {
    await newRule(owner, { forS: 60 })
    const source = sourceOf(() => 30)
    const leases = openLeases(evaluation)
    await evaluateEach(source, 13, leases)
    const [incident] = await incidents()
    clock.advance(3600)
    await evaluateSource(evaluation, leases, source)
    expect(await changeKinds(incident?.id ?? '')).toEqual([
      ['opened', 0],
      ['gap', 0],
    ])
  })

  it('ends the alert of a group that is gone', async () => {
    await newRule(owner)
    await evaluateEach(
      sourceOf(() => 30),
      2,
    )
    await evaluateEach(
      sourceOf(() => 30, []),
      1,
      await expired(),
    )
    expect(await incidents()).toMatchObject([{ endReason: 'gone' }])
  })

  it('has at most 100 groups in a rule', async () => {
    await newRule(owner)
    const keys = Array.from({ length: 120 }, (_, n) => String(n).padStart(3, '0'))
    await evaluateEach(
      sourceOf(() => 30, keys),
      2,
    )
    expect(await incidents()).toHaveLength(100)
  })

  it('announces a muted alert when the mute ends, reminds of it until somebody acknowledges it', async () => {
    const { id: channelId } = await newChannel(owner)
    const at = clock.now()
    const time = (minutes: number) => new Date(at.getTime() + minutes * 60_000).toISOString().slice(11, 16)
    const mute = { days: [1, 2, 3, 4, 5, 6, 7], from: time(-2), to: time(3), timezone: 'UTC' }
    await newRule(owner, { channelIds: [channelId], mutes: [mute], remindS: 300 })
    const source = sourceOf(() => 30)
    const leases = openLeases(evaluation)
    await evaluateEach(source, 2, leases)
    const [incident] = await incidents()
    const id = incident?.id ?? ''
    expect(incident?.isMuted).toBe(true)
    expect(await changeKinds(id)).toEqual([['opened', 0]])
    await evaluateEach(source, 40, leases)
    expect(await changeKinds(id)).toEqual([
      ['opened', 0],
      ['reminded', 1],
    ])
    await evaluateEach(source, 61, leases)
    expect(await changeKinds(id)).toHaveLength(3)
    await owner.call('acknowledgeAlert', { params: { ...orgOf(owner), id } })
    await evaluateEach(source, 130, leases)
    expect((await changeKinds(id)).map(([kind]) => kind)).toEqual([
      'opened',
      'reminded',
      'reminded',
      'acknowledged',
    ])
  })

  it('notifies further channels of an alert that nobody acknowledges, once, and of its end', async () => {
    const [{ id: first }, { id: further }] = [await newChannel(owner), await newChannel(owner)]
    await newRule(owner, { channelIds: [first], escalateS: 60, escalateIds: [further], quietS: 0 })
    const endMs = clock.now().getTime() + 115_000
    const source = sourceOf((atMs, key) => (key === 'a' || atMs < endMs ? 30 : 0), ['a', 'b'])
    const leases = openLeases(evaluation)
    await evaluateEach(source, 2, leases)
    const open = await incidents()
    const [one, other] = ['a', 'b'].map((key) => open.find((incident) => incident.key === key))
    await owner.call('acknowledgeAlert', { params: { ...orgOf(owner), id: one?.id ?? '' } })
    await evaluateEach(source, 22, leases)
    expect((await changeKinds(one?.id ?? '')).map(([kind]) => kind)).toEqual(['opened', 'acknowledged'])
    expect(await changeKinds(other?.id ?? '')).toEqual([
      ['opened', 1],
      ['escalated', 1],
      ['resolved', 2],
    ])
    const notified = await pool.sql(`SELECT channel_id FROM alert_messages WHERE change_kind = 'escalated'`)
    expect(notified).toEqual([{ channel_id: further }])
  })

  it('queues one message in an hour of flapping', async () => {
    const { id: channelId } = await newChannel(owner)
    await newRule(owner, { channelIds: [channelId] })
    const startMs = clock.now().getTime()
    // It changes with each step, then stays well.
    const source = sourceOf((atMs) => (atMs < startMs + 3_600_000 && (atMs / 5000) % 2 === 0 ? 30 : 0))
    const leases = openLeases(evaluation)
    await evaluateEach(source, 1, leases)
    for (let minutes = 0; minutes < 60; minutes += 10) {
      clock.advance(600)
      await evaluateSource(evaluation, leases, source)
    }
    const [incident, ...others] = await incidents()
    expect(others).toEqual([])
    expect(await changeKinds(incident?.id ?? '')).toEqual([['opened', 1]])
    await evaluateEach(source, 15, leases)
    expect(await changeKinds(incident?.id ?? '')).toEqual([
      ['opened', 1],
      ['resolved', 1],
    ])
  })

  it('opens and resolves nothing while the source is away for ten minutes', async () => {
    await newRule(owner, { quietS: 30 })
    await newRule(owner, { condition: 'no-data', quietS: 0 })
    let isAway = false
    // One group fires, the other one is well.
    const source = sourceOf((_atMs, key) => (key === 'a' ? 30 : 0), ['a', 'b'])
    const failing: AlertSource = {
      ...source,
      sample: (query) => (isAway ? Promise.reject(new Error('away')) : source.sample(query)),
    }
    const leases = openLeases(evaluation)
    await evaluateEach(failing, 2, leases)
    const before = await pool.sql('SELECT * FROM alert_changes ORDER BY id')
    isAway = true
    for (let n = 0; n < 118; n++) await expect(evaluateEach(failing, 1, leases)).rejects.toThrow('away')
    expect(await pool.sql('SELECT * FROM alert_changes ORDER BY id')).toEqual(before)
    isAway = false
    await evaluateEach(failing, 1, leases)
    expect(await pool.sql('SELECT * FROM alert_changes ORDER BY id')).toEqual(before)
  })

  it('finds an unusual value, with baselines that are read once an hour', async () => {
    const body = { metric: 'views.count', groupBy: 'none', condition: 'anomaly' } as const
    const rule = await newRule(owner, { ...body, threshold: 3.5, windowS: 300, quietS: 10 })
    expect(rule.condition).toBe('anomaly')
    const startMs = clock.now().getTime()
    let reads = 0
    // Half of the usual views after a quarter of a minute.
    const plain = sourceOf((atMs) => (atMs > startMs + 15_000 ? 500 : 1000) + ((atMs / 60_000) % 7), [''])
    const source: AlertSource = {
      ...plain,
      name: 'analytics',
      metrics: { 'views.count': { absent: 0 } },
      async sample(query) {
        reads += 1
        const samples = await plain.sample(query)
        return samples.map((each) => ({
          ...each,
          values: { 'views.count': each.values['live.offline'] ?? null },
        }))
      },
    }
    const leases = openLeases(evaluation)
    const baselines = openBaselines()
    for (let n = 0; n < 6; n++) {
      clock.advance(STEP_S)
      await evaluateSource(evaluation, leases, source, baselines)
    }
    const [incident, ...others] = await incidents()
    expect(others).toEqual([])
    expect(incident).toMatchObject({ condition: 'anomaly', resolvedAt: null })
    expect(incident?.value).toBeGreaterThan(3.5)
    expect(Date.parse(incident?.openedAt ?? '')).toBeGreaterThan(startMs + 15_000)
    // Each step once, and five for the hour, or ten if it ended meanwhile.
    expect(reads).toBeLessThanOrEqual(16)
  })

  it('ends open alerts of a rule that is changed, disabled or deleted', async () => {
    const rule = await newRule(owner)
    const params = { ...orgOf(owner), id: rule.id }
    const source = sourceOf(() => 30)
    const leases = openLeases(evaluation)
    const { name, metric, groupBy, condition, windowS } = rule
    await evaluateEach(source, 2, leases)
    await owner.call('updateAlertRule', {
      params,
      body: { name, metric, groupBy, condition, windowS, threshold: 20, severity: 'critical' },
    })
    await evaluateEach(source, 2, leases)
    await owner.call('disableAlertRule', { params })
    await evaluateEach(source, 2, leases)
    await owner.call('enableAlertRule', { params })
    await evaluateEach(source, 2, leases)
    await owner.call('deleteAlertRule', { params })
    expect((await incidents()).map(({ number, endReason }) => [number, endReason])).toEqual([
      [1, 'rule-changed'],
      [2, 'rule-disabled'],
      [3, 'rule-deleted'],
    ])
  })
})

/** Leases of another evaluator, after those of the first have expired. */
async function expired() {
  await pool.sql('UPDATE alert_cursor SET until = $1, holder = $2', [clock.now(), randomUUID()])
  return openLeases(evaluation)
}
