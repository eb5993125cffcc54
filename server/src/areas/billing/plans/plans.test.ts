import { randomUUID } from 'node:crypto'
import { meterPriceBody } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../platform/auth.ts'
import { type Books, openBooks } from '../../../testing/billing/books.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'
import { chargeOrganization } from '../charging/charge.ts'
import { addPrice, createPlan } from './edit-plans.ts'
import { listPlans } from './plan-view.ts'
import { changePlan, listSubscriptions } from './subscriptions.ts'

let books: Books
let pool: TestPool
beforeAll(async () => {
  books = await openBooks('2026-11-10T10:00:00Z')
  pool = openTestPool({ databaseUrl: books.url })
})
afterAll(async () => {
  await pool.end()
  await books.end()
})

const actor: Person = {
  kind: 'person',
  userId: randomUUID(),
  sessionId: randomUUID(),
  name: 'Ada',
  email: 'ada@example.com',
  isAdmin: true,
  isVerified: true,
  mustSetUpFactor: false,
  impersonatedBy: null,
}

async function newPlan(): Promise<string> {
  const id = randomUUID()
  await books.sql(
    `INSERT INTO billing_plans (id, name, currency, created_at) VALUES ($1::uuid, 'Plan ' || ($1::uuid)::text, 'USD', now())`,
    [id],
  )
  await books.sql(
    `INSERT INTO billing_prices (id, plan_id, meter, mode, per, included, tiers, valid_from)
     VALUES ($1, $2, 'portrait', 'graduated', 60000, 0, '[{"upTo": null, "micros": "5"}]', '2020-01-01T00:00:00Z')`,
    [randomUUID(), id],
  )
  return id
}

/** Begins work that waits for a locked row, sets the clock meanwhile, and returns its result. */
async function whileLocked<T>(lock: string, id: string, time: string, work: () => Promise<T>): Promise<T> {
  const held = await pool.hold(lock, [id])
  const result = work()
  await eventually(async () => {
    const waiting =
      "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    expect(await books.sql(waiting)).not.toEqual([])
  })
  books.clock.set(time)
  await held.releaseOnceAwaited()
  return result
}

const price = {
  meter: 'portrait',
  mode: 'graduated',
  per: 60_000,
  included: 0,
  tiers: [{ upTo: null, micros: 9 }],
} as const

describe('a price', () => {
  it('is valid from the next full minute after it had its turn', async () => {
    books.clock.set('2026-11-10T10:00:20Z')
    const planId = await newPlan()
    const { upcoming } = await whileLocked(
      'SELECT 1 FROM billing_plans WHERE id = $1 FOR UPDATE',
      planId,
      '2026-11-10T10:03:20Z',
      () => addPrice(books, actor, planId, { ...price, tiers: [...price.tiers] }),
    )
    expect(upcoming.map(({ validFrom }) => validFrom)).toEqual(['2026-11-10T10:04:00.000Z'])
  })

  it('that is being added is waited for by a part that it changes', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const planId = await newPlan()
    const { organizationId } = await books.organization()
    await chargeOrganization(books, organizationId)
    await changePlan(books, actor, { organizationId, organizationName: 'Films' }, planId)
    books.clock.set('2026-11-10T10:05:00Z')
    const id = randomUUID()
    await whileLocked(
      `WITH plan AS MATERIALIZED (SELECT id FROM billing_plans WHERE id = $1 FOR NO KEY UPDATE)
       INSERT INTO billing_prices (id, plan_id, meter, mode, per, included, tiers, valid_from)
       SELECT '${id}', id, 'portrait', 'graduated', 60000, 0, '[{"upTo": null, "micros": "7"}]', '2026-11-10T09:59:00Z' FROM plan`,
      planId,
      '2026-11-10T10:06:00Z',
      () => chargeOrganization(books, organizationId),
    )
    const [part] = await books.sql(
      `SELECT prices->'portrait'->'tiers'->0->>'micros' AS micros FROM billing_parts WHERE organization_id = $1
       ORDER BY part DESC LIMIT 1`,
      [organizationId],
    )
    expect(part).toEqual({ micros: '7' })
  })
})

describe('a plan', () => {
  it('is offered once it has a price, and its audit trail names both', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { organizationId } = await books.organization()
    const given = {
      organizationId,
      name: 'Films',
      currency: 'USD',
      freeEnvironments: [],
      credit: 0,
      minimum: 0,
    }
    const { id } = await createPlan(books, actor, given)
    const offered = async () =>
      (await listPlans(books.db, books.clock.now(), organizationId)).map((plan) => plan.id)
    const choose = () => changePlan(books, actor, { organizationId, organizationName: 'Films' }, id)
    expect(await offered()).not.toContain(id)
    await expect(choose()).rejects.toMatchObject({ id: 'not-found' })
    await addPrice(books, actor, id, { ...price, tiers: [...price.tiers] })
    expect(await offered()).not.toContain(id)
    books.clock.set('2026-11-10T10:01:00Z')
    expect(await offered()).toContain(id)
    await choose()
    const actions = await books.sql(
      'SELECT action FROM audit_trail WHERE organization_id = $1 ORDER BY created_at, action',
      [organizationId],
    )
    expect(actions.map(({ action }) => action)).toEqual([
      'billing.plan.created',
      'billing.price.added',
      'billing.plan.changed',
    ])
  })

  it('has prices whose amounts fit into 64 bits', () => {
    const withPrice = (per: number, micros: number) =>
      meterPriceBody.safeParse({ meter: 'portrait', per, tiers: [{ upTo: null, micros }] }).success
    expect(withPrice(1, 1e12)).toBe(false)
    expect(withPrice(60_000, 775_000_000)).toBe(true)
  })
})

describe('a change of plan', () => {
  it('begins after it had its turn, and after what began before, also if the clock was set back', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { organizationId } = await books.organization()
    await chargeOrganization(books, organizationId)
    const change = async () =>
      changePlan(books, actor, { organizationId, organizationName: 'Films' }, await newPlan())
    await whileLocked(
      'SELECT 1 FROM billing_wallets WHERE organization_id = $1 FOR UPDATE',
      organizationId,
      '2026-11-10T10:03:00Z',
      change,
    )
    await chargeOrganization(books, organizationId)
    books.clock.set('2026-11-10T09:00:00Z')
    await change()
    const { items } = await listSubscriptions(books, organizationId)
    expect(items.slice(0, 2).map(({ startsAt }) => startsAt)).toEqual([
      '2026-11-10T10:03:00.001Z',
      '2026-11-10T10:03:00.000Z',
    ])
    books.clock.set('2026-11-10T10:04:00Z')
    await chargeOrganization(books, organizationId)
    const parts = await books.sql(
      'SELECT plan_id FROM billing_parts WHERE organization_id = $1 ORDER BY part DESC LIMIT 1',
      [organizationId],
    )
    expect(parts).toEqual([{ plan_id: items[0]?.planId }])
  })
})
