import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MetricSample } from '../../../platform/alerts/alert-sources.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { createLog } from '../../../platform/log.ts'
import { newRule, orgOf } from '../../../testing/alerts/alerts.ts'
import { sendViewEvents, viewEventOf } from '../../../testing/analytics/view-event.ts'
import type { Client } from '../../../testing/client.ts'
import { newInput } from '../../../testing/live/connectors.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { jobSource } from './platform-sources.ts'

let world: World
let owner: Client

beforeAll(async () => {
  world = await openWorld()
  owner = world.owner
})
afterAll(() => world.end())

/** Waits until a rule fires, and returns its open alerts. */
async function whenFiring(id: string) {
  return eventually(async () => {
    const { open } = await owner.call('getAlertRule', { params: { ...orgOf(owner), id } })
    expect(open.length).toBeGreaterThan(0)
    return open
  })
}

describe('the sources of alerts', () => {
  it('counts views by the time of their reports', async () => {
    const rule = await newRule(owner, {
      name: 'Errors',
      metric: 'views.errors',
      groupBy: 'object',
      threshold: 30,
      windowS: 60,
    })
    const { playbackId, id } = world.content
    const events = Array.from({ length: 10 }, (_, n) => {
      const start = viewEventOf(playbackId, { startupMs: 500 })
      const isFailed = n < 5
      return [
        start,
        { ...start, seq: 1, elapsedMs: 1000, ...(isFailed && { type: 'error' as const, errorCode: '3' }) },
      ]
    }).flat()
    await sendViewEvents(world.kinora.url, events)
    const [alert] = await whenFiring(rule.id)
    expect(alert).toMatchObject({ key: id, label: world.content.title, value: 50 })
    const body = { metric: 'views.errors', groupBy: 'object', condition: 'above', threshold: 30 } as const
    const preview = await owner.call('previewAlertRule', {
      params: orgOf(owner),
      body: { ...body, windowS: 60, quietS: 0 },
    })
    expect(preview.fired).toBe(1)
    expect(preview.groups[0]?.points.length).toBeLessThanOrEqual(200)
    const unusual = await owner.call('previewAlertRule', {
      params: orgOf(owner),
      body: { metric: 'views.count', condition: 'anomaly', threshold: 3.5, windowS: 300 },
    })
    // There are no weeks to compare with, so nothing is known.
    expect(unusual.fired).toBe(0)
    expect(unusual.groups[0]?.points.every(({ value }) => value === null)).toBe(true)
  })

  it('watches webhooks that fail', async () => {
    const { id } = await owner.call('createWebhook', { body: { url: `${world.kinora.url}/nowhere` } })
    const rule = await newRule(owner, { metric: 'webhooks.failing', groupBy: 'webhook', threshold: 3600 })
    await world.sql(`UPDATE webhooks SET failing_since = now() - interval '2 hours' WHERE id = $1`, [id])
    const [alert] = await whenFiring(rule.id)
    expect(alert).toMatchObject({ key: id, label: new URL(world.kinora.url).host })
  })

  it('watches inputs and destinations of V-Connect', async () => {
    const input = await newInput(owner, { name: 'Stadium' })
    const rule = await newRule(owner, { metric: 'vconnect.lost', groupBy: 'input', threshold: 60 })
    await world.sql(
      `INSERT INTO vconnect_links (id, environment_id, input_id, state, reason, state_at, seen_at)
        VALUES ($1, $2, $1, 'lost', 'left', now() - interval '2 minutes', now())`,
      [input.id, owner.environmentId],
    )
    const [alert] = await whenFiring(rule.id)
    expect(alert).toMatchObject({ key: input.id, label: 'Stadium' })
  })

  it('watches the free space of the storage', async () => {
    const rule = await newRule(owner, {
      metric: 'storage.free',
      groupBy: 'none',
      condition: 'below',
      threshold: 1e9,
    })
    const [alert] = await whenFiring(rule.id)
    expect(alert?.value).toBeGreaterThan(0)
  })

  it('watches the balance of the wallet and its spend cap, for people who may read billing', async () => {
    await world.owner.call('addBillingCredit', {
      params: { id: owner.organizationId ?? '' },
      body: { amount: 7_505_001, reason: 'For the test' },
    })
    const rule = await newRule(owner, {
      metric: 'wallet.balance',
      groupBy: 'none',
      condition: 'below',
      threshold: 20,
    })
    const cap = await newRule(owner, { metric: 'wallet.cap_used', groupBy: 'none', threshold: 90 })
    const [alert] = await whenFiring(rule.id)
    expect(alert).toMatchObject({ value: 7.5 })
    const { open } = await owner.call('getAlertRule', { params: { ...orgOf(owner), id: cap.id } })
    expect(open).toEqual([])
    const viewer = await world.member(
      JSON.stringify({
        Alerts: { Alert: { read: true, create: true, update: true, delete: true } },
        Settings: { User: { read: true } },
      }),
    )
    const refused = await viewer.try('createAlertRule', {
      params: orgOf(owner),
      body: { name: 'Balance', metric: 'wallet.balance', condition: 'below', threshold: 20 },
    })
    expect(refused.status).toBe(403)
  })

  it('counts waiting jobs of each environment', async () => {
    const [mine, theirs] = [randomUUID(), randomUUID()]
    const database = openDatabase(world.kinora.databaseUrl, 1, createLog('silent'))
    const samples = await database.db
      .transaction(async (tx) => {
        // No worker sees the jobs before the transaction ends.
        for (const hours of [1, 2])
          await tx.execute(sql`
            INSERT INTO pgboss.job (id, name, data, state, group_id, created_on, start_after)
            SELECT gen_random_uuid(), name, '{}', 'created', ${mine}, now() - ${hours} * interval '1 hour',
              now() - ${hours} * interval '1 hour'
            FROM pgboss.queue WHERE name = 'portrait.render'`)
        const at = new Date()
        const found = await jobSource({ db: tx }).sample({
          environmentIds: [mine, theirs],
          metrics: ['jobs.waiting', 'jobs.oldest'],
          windowS: 60,
          groupBy: 'none',
          filters: { objectIds: [], countries: [], deviceTypes: [] },
          from: at,
          to: at,
          stepS: 15,
        })
        throw new Found(found)
      })
      .catch((error: unknown) => (error instanceof Found ? error.samples : Promise.reject(error)))
    await database.close()
    expect(samples.map(({ environmentId, values }) => [environmentId, values['jobs.waiting']])).toEqual([
      [mine, 2],
      [theirs, 0],
    ])
    expect(samples[0]?.values['jobs.oldest']).toBeGreaterThanOrEqual(7199)
  })
})

/** Ends a transaction without a change. */
class Found extends Error {
  readonly samples: readonly MetricSample[]

  constructor(samples: readonly MetricSample[]) {
    super('found')
    this.samples = samples
  }
}
