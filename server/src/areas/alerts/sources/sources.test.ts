import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newRule, orgOf } from '../../../testing/alerts/alerts.ts'
import { sendViewEvents, viewEventOf } from '../../../testing/analytics/view-event.ts'
import type { Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { openWorld, type World } from '../../../testing/world.ts'

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
  })

  it('watches webhooks that fail', async () => {
    const { id } = await owner.call('createWebhook', { body: { url: `${world.kinora.url}/nowhere` } })
    const rule = await newRule(owner, { metric: 'webhooks.failing', groupBy: 'webhook', threshold: 3600 })
    await world.sql(`UPDATE webhooks SET failing_since = now() - interval '2 hours' WHERE id = $1`, [id])
    const [alert] = await whenFiring(rule.id)
    expect(alert).toMatchObject({ key: id, label: new URL(world.kinora.url).host })
  })

  it('watches waiting jobs and the free space of the storage', async () => {
    await world.sql(
      `INSERT INTO pgboss.job (id, name, data, state, group_id, created_on, start_after)
       SELECT $1, name, '{}', 'created', $2, now() - interval '2 hours', now() - interval '2 hours'
       FROM pgboss.queue WHERE name = 'portrait.render'`,
      [randomUUID(), owner.environmentId],
    )
    const queue = await newRule(owner, { metric: 'jobs.oldest', groupBy: 'none', threshold: 3600 })
    const disk = await newRule(owner, {
      metric: 'storage.free',
      groupBy: 'none',
      condition: 'below',
      threshold: 1e9,
    })
    await whenFiring(queue.id)
    const [alert] = await whenFiring(disk.id)
    expect(alert?.value).toBeGreaterThan(0)
  })
})
