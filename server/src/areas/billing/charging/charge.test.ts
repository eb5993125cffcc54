import { randomUUID } from 'node:crypto'
import type { MeterId } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UsageFact } from '../../../platform/usage/usage.ts'
import { type Books, openBooks } from '../../../testing/billing/books.ts'
import { getAccount } from '../accounts/account-view.ts'
import { lockWallet } from '../accounts/wallets.ts'
import { hold, markDue } from '../ledger/holds.ts'
import { balanceOf } from '../ledger/ledger.ts'
import { prove } from '../proof/proof.ts'
import { chargeOrganization, organizationsToCharge } from './charge.ts'
import { chargeAll as chargeAllOrganizations } from './charge-all.ts'

let books: Books
beforeAll(async () => {
  books = await openBooks('2026-11-10T10:00:00Z')
})
afterAll(() => books.end())

const MINUTE = 60_000

interface Given {
  readonly environmentId: string
  readonly minutes: number
  readonly at: string
  readonly meter?: MeterId
  readonly key?: string
}

function fact({ environmentId, minutes, at, meter = 'encoding-hd', key = randomUUID() }: Given): UsageFact {
  return {
    key: `test:${key}`,
    environmentId,
    objectId: '0198f000-0000-7000-8000-000000000001',
    meter,
    quantity: minutes * MINUTE,
    occurredAt: new Date(at),
  }
}

async function chargeAll(organizationId: string): Promise<bigint> {
  while (await chargeOrganization(books, organizationId));
  return (await balanceOf(books.db, organizationId)).balance
}

async function newPlan(currency = 'USD', free: string[] = []): Promise<string> {
  const id = randomUUID()
  await books.sql(
    `INSERT INTO billing_plans (id, name, currency, free_environments, created_at) VALUES ($1::uuid, 'Plan ' || ($1::uuid)::text, $2, $3, now())`,
    [id, currency, free],
  )
  return id
}

interface GivenPrice {
  readonly micros: number
  readonly from: string
  readonly included?: number
  readonly tiers?: readonly (readonly [upTo: number | null, micros: number])[]
}

/** A price of encoded minutes. */
async function addPrice(
  planId: string,
  { micros, from, included = 0, tiers = [[null, micros]] }: GivenPrice,
) {
  const stored = tiers.map(([end, price]) => ({
    upTo: end === null ? null : String(end * MINUTE),
    micros: String(price),
  }))
  await books.sql(
    `INSERT INTO billing_prices (id, plan_id, meter, mode, per, included, tiers, valid_from)
     VALUES ($1, $2, 'encoding-hd', 'graduated', 60000, $3, $4, $5)`,
    [randomUUID(), planId, included * MINUTE, JSON.stringify(stored), from],
  )
}

/** Changes the plan of an organization at a time. The first one replaces the default plan. */
async function subscribe(organizationId: string, planId: string, at: string | null): Promise<void> {
  await chargeAll(organizationId)
  if (at === null) {
    await books.sql('DELETE FROM billing_parts WHERE organization_id = $1', [organizationId])
    await books.sql('UPDATE billing_subscriptions SET plan_id = $2 WHERE organization_id = $1', [
      organizationId,
      planId,
    ])
  } else
    await books.sql(
      'INSERT INTO billing_subscriptions (organization_id, starts_at, plan_id) VALUES ($1, $2, $3)',
      [organizationId, at, planId],
    )
}

const proven = async (organizationId: string) =>
  (await prove(books)).filter((fault) => fault.organizationId === organizationId).map(({ what }) => what)

/** Records of a minute each, which arrive when they occur unless said otherwise. */
const fill = (
  { organizationId, environmentId }: { organizationId: string; environmentId: string },
  count: number,
  at: string,
  receivedAt = at,
) =>
  books.sql(
    `INSERT INTO usage_records (key, organization_id, environment_id, environment_type, object_id, meter, occurred_at,
         received_at, quantity)
       SELECT gen_random_uuid()::text, $1, $2, 'production', $2, 'encoding-hd', $4, $5, 60000 FROM generate_series(1, $3)`,
    [organizationId, environmentId, count, at, receivedAt],
  )

describe('charges', () => {
  it('are the same for usage at once, by day, in any order and recorded three times', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const minutes = Array.from({ length: 300 }, (_, n) => ((n * 7919) % 1000) / 1000)
    const balances: bigint[] = []
    for (const way of ['at once', 'one by one', 'backwards, three times']) {
      const { organizationId, environmentId } = await books.organization()
      const facts = minutes.map((each, n) =>
        fact({
          environmentId,
          minutes: each,
          at: new Date(Date.UTC(2026, 10, 1 + (n % 9), 3)).toISOString(),
          key: `${organizationId} ${n}`,
        }),
      )
      if (way === 'at once') await books.record(...facts)
      else if (way === 'one by one')
        for (const [n, each] of facts.entries()) {
          await books.record(each)
          if (n % 10 === 0) await chargeAll(organizationId)
        }
      else
        for (let times = 0; times < 3; times++) {
          await books.record(...facts.toReversed())
          await chargeAll(organizationId)
        }
      balances.push(await chargeAll(organizationId))
      expect(await proven(organizationId)).toEqual([])
    }
    const ms = minutes.reduce((sum, each) => sum + Math.round(each * MINUTE), 0)
    expect(new Set(balances)).toEqual(new Set([-BigInt(Math.round((ms * 7500) / MINUTE))]))
  })

  it('refuse a repeated key with another quantity', async () => {
    const { organizationId, environmentId } = await books.organization()
    const once = { environmentId, at: '2026-11-09T00:00:00Z', key: randomUUID() }
    await books.record(fact({ ...once, minutes: 1 }))
    await books.record(fact({ ...once, minutes: 2 }))
    expect(await chargeAll(organizationId)).toBe(-7500n)
  })

  it('take corrections back to the micro', async () => {
    const { organizationId, environmentId } = await books.organization()
    await books.record(fact({ environmentId, minutes: 1.2345, at: '2026-11-09T00:00:00Z' }))
    expect(await chargeAll(organizationId)).toBe(-9259n)
    await books.record(fact({ environmentId, minutes: -1.2345, at: '2026-11-09T00:00:00Z' }))
    expect(await chargeAll(organizationId)).toBe(0n)
    expect(await proven(organizationId)).toEqual([])
  })

  it('of processes at once count each record once', async () => {
    const { organizationId, environmentId } = await books.organization()
    for (let n = 0; n < 20; n++) {
      await books.record(fact({ environmentId, minutes: 1, at: '2026-11-09T00:00:00Z' }))
      await Promise.all([1, 2, 3].map(() => chargeOrganization(books, organizationId)))
    }
    expect((await balanceOf(books.db, organizationId)).balance).toBe(-150_000n)
    expect(await proven(organizationId)).toEqual([])
  })
})

describe('prices', () => {
  it('of tiers and included minutes go on through changes of price and plan in a period', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { organizationId, environmentId } = await books.organization()
    const [small, large] = [await newPlan(), await newPlan()]
    const tiers = [
      [20, 100],
      [null, 50],
    ] as const
    await addPrice(small, { micros: 0, from: '2020-01-01T00:00:00Z', included: 10, tiers })
    await addPrice(large, { micros: 30, from: '2020-01-01T00:00:00Z', included: 10 })
    await subscribe(organizationId, small, null)
    const use = (minutes: number, at: string) => books.record(fact({ environmentId, minutes, at }))
    // 10 are included, 5 cost 100 each.
    await use(15, '2026-11-05T00:00:00Z')
    expect(await chargeAll(organizationId)).toBe(-500n)
    // 15 more of the first tier, then 5 of the second.
    await use(20, '2026-11-06T00:00:00Z')
    expect(await chargeAll(organizationId)).toBe(-2250n)
    // A version of the price from the 12th on: everything costs 10.
    await addPrice(small, { micros: 10, from: '2026-11-12T00:00:00Z' })
    books.clock.set('2026-11-13T00:00:00Z')
    await use(1, '2026-11-11T00:00:00Z')
    await use(4, '2026-11-12T12:00:00Z')
    expect(await chargeAll(organizationId)).toBe(-2340n)
    // Another plan from the 14th on: its included minutes are used up already.
    await subscribe(organizationId, large, '2026-11-14T00:00:00Z')
    books.clock.set('2026-11-15T00:00:00Z')
    await use(2, '2026-11-14T12:00:00Z')
    expect(await chargeAll(organizationId)).toBe(-2400n)
    expect(await proven(organizationId)).toEqual([])
    // The next period begins with included minutes.
    books.clock.set('2026-12-02T00:00:00Z')
    await use(9, '2026-12-01T12:00:00Z')
    expect(await chargeAll(organizationId)).toBe(-2400n)
    expect(await proven(organizationId)).toEqual([])
  })

  it('of included minutes count what was used before a change and is not charged yet', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { organizationId, environmentId } = await books.organization()
    const [small, large] = [await newPlan(), await newPlan()]
    await addPrice(small, { micros: 100, from: '2020-01-01T00:00:00Z', included: 10 })
    await addPrice(large, { micros: 30, from: '2020-01-01T00:00:00Z', included: 10 })
    await subscribe(organizationId, small, null)
    expect(await chargeAll(organizationId)).toBe(0n)
    await addPrice(small, { micros: 10, from: '2026-11-12T00:00:00Z', included: 10 })
    const use = (minutes: number, at: string) => books.record(fact({ environmentId, minutes, at }))
    // 10 are included, then 2 for 100, 3 for 10, and 4 for 30.
    await use(4, '2026-11-14T12:00:00Z')
    await use(3, '2026-11-12T12:00:00Z')
    await use(12, '2026-11-11T00:00:00Z')
    await books.sql(
      'INSERT INTO billing_subscriptions (organization_id, starts_at, plan_id) VALUES ($1, $2, $3)',
      [organizationId, '2026-11-14T00:00:00Z', large],
    )
    books.clock.set('2026-11-15T00:00:00Z')
    expect(await chargeAll(organizationId)).toBe(-350n)
    expect(await proven(organizationId)).toEqual([])
  })

  it('are those of the time of late usage, which a closed period does not take', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { organizationId, environmentId } = await books.organization()
    const plan = await newPlan()
    await addPrice(plan, { micros: 100, from: '2020-01-01T00:00:00Z' })
    await addPrice(plan, { micros: 200, from: '2026-11-01T00:00:00Z' })
    await subscribe(organizationId, plan, null)
    await books.record(fact({ environmentId, minutes: 3, at: '2026-10-20T00:00:00Z' }))
    expect(await chargeAll(organizationId)).toBe(-300n)
    const charges = await books.sql(
      'SELECT amount::int, charged_in - part AS later FROM billing_charges WHERE organization_id = $1',
      [organizationId],
    )
    expect(charges).toEqual([{ amount: 300, later: 1 }])
    // Within a day after the end of a period it still takes usage.
    books.clock.set('2026-12-01T20:00:00Z')
    await books.record(fact({ environmentId, minutes: 1, at: '2026-11-30T23:00:00Z' }))
    expect(await chargeAll(organizationId)).toBe(-500n)
    const [last] = await books.sql(
      'SELECT charged_in - part AS later FROM billing_charges WHERE organization_id = $1 ORDER BY part DESC LIMIT 1',
      [organizationId],
    )
    expect(last).toEqual({ later: 0 })
    expect(await proven(organizationId)).toEqual([])
  })

  it('do not apply to free environments, nor to records that arrive 60 days late', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { organizationId, environmentId } = await books.organization('development')
    const plan = await newPlan('USD', ['development'])
    await addPrice(plan, { micros: 100, from: '2020-01-01T00:00:00Z' })
    await subscribe(organizationId, plan, null)
    await books.record(fact({ environmentId, minutes: 3, at: '2026-11-09T00:00:00Z' }))
    await books.record(fact({ environmentId, minutes: 3, at: '2026-09-01T00:00:00Z' }))
    expect(await chargeAll(organizationId)).toBe(0n)
    const rows = await books.sql(
      'SELECT is_free, is_held, part IS NULL AS waits FROM usage_records WHERE organization_id = $1 ORDER BY occurred_at',
      [organizationId],
    )
    expect(rows).toEqual([
      { is_free: false, is_held: true, waits: true },
      { is_free: true, is_held: false, waits: false },
    ])
    expect(await organizationsToCharge(books)).not.toContain(organizationId)
    expect(await proven(organizationId)).toEqual([])
  })
})

describe('a backlog', () => {
  const heldOf = async (organizationId: string) => {
    const rows = await books.sql('SELECT 1 FROM usage_records WHERE organization_id = $1 AND is_held', [
      organizationId,
    ])
    return rows.length
  }

  it('is charged batch by batch, each of which looks at its own records only', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const tenant = await books.organization()
    const { organizationId } = tenant
    await fill(tenant, 5000, '2026-09-01T00:00:00Z', '2026-11-09T00:00:00Z')
    await fill(tenant, 5000, '2026-09-01T00:00:00Z', '2026-11-09T00:00:01Z')
    expect(await chargeOrganization(books, organizationId)).toBe(true)
    expect(await heldOf(organizationId)).toBe(5000)
    expect(await chargeAll(organizationId)).toBe(0n)
    expect(await heldOf(organizationId)).toBe(10_000)
  })

  it('is charged however long it waits, with the parts in which it occurred', async () => {
    books.clock.set('2026-06-10T10:00:00Z')
    const tenant = await books.organization()
    const { organizationId } = tenant
    await chargeAll(organizationId)
    await fill(tenant, 2, '2026-06-09T00:00:00Z')
    books.clock.set('2026-11-10T10:00:00Z')
    expect(await chargeAll(organizationId)).toBe(-15_000n)
    expect(await proven(organizationId)).toEqual([])
  })

  it('from before the first part is put aside, does not stop what follows, and leaves holds until its end', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const tenant = await books.organization()
    const { organizationId } = tenant
    const key = `work ${organizationId}`
    const until = new Date('2026-11-11T00:00:00Z')
    const at = books.clock.now()
    await hold(books.db, { key, organizationId, currency: 'USD', amount: 5n, floor: null, at, until })
    await books.db.transaction((tx) => markDue(tx, key))
    await fill(tenant, 5000, '2026-07-01T00:00:00Z')
    await fill(tenant, 1, '2026-11-09T00:00:00Z')
    expect(await chargeOrganization(books, organizationId)).toBe(true)
    expect(await heldOf(organizationId)).toBe(5000)
    expect(await balanceOf(books.db, organizationId)).toEqual({ balance: 0n, held: 5n })
    expect(await chargeOrganization(books, organizationId)).toBe(false)
    expect(await balanceOf(books.db, organizationId)).toEqual({ balance: -7500n, held: 0n })
  })
})

describe('an account', () => {
  it('is read while its usage is charged', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { organizationId, environmentId } = await books.organization()
    await books.record(fact({ environmentId, minutes: 2, at: '2026-11-09T00:00:00Z' }))
    await chargeAll(organizationId)
    const account = await books.db.transaction(async (tx) => {
      await lockWallet(tx, books, organizationId)
      return getAccount(books, organizationId)
    })
    expect(account).toMatchObject({ balance: -15_000, spent: 15_000 })
  })
})

describe('organizations', () => {
  it('are charged in turn, a batch of each, and the next sweep goes on after the last one', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const tenants = [await books.organization(), await books.organization()]
    tenants.sort((a, b) => (a.organizationId < b.organizationId ? -1 : 1))
    const [first, second] = tenants.map(({ organizationId }) => organizationId)
    const fillAll = async () => {
      for (const tenant of tenants) await fill(tenant, 5001, '2026-11-09T00:00:00Z')
    }
    const charged = async () => {
      const rows = await books.sql(
        'SELECT organization_id AS id FROM billing_journals WHERE organization_id = ANY ($1) ORDER BY billing_journals.id',
        [[first, second]],
      )
      return rows.map(({ id }) => id)
    }
    await fillAll()
    await chargeAllOrganizations(books)
    expect(await charged()).toEqual([first, second, first, second])
    await fillAll()
    await chargeAllOrganizations(books, { last: first ?? '' })
    expect((await charged()).slice(4)).toEqual([second, first, second, first])
  })
})

describe('the proof', () => {
  it('finds usage and charges that were changed by hand', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { organizationId, environmentId } = await books.organization()
    await books.record(fact({ environmentId, minutes: 2, at: '2026-11-09T00:00:00Z' }))
    await chargeAll(organizationId)
    expect(await proven(organizationId)).toEqual([])
    await books.sql('UPDATE usage_days SET quantity = quantity + 1 WHERE organization_id = $1', [
      organizationId,
    ])
    const faults = await proven(organizationId)
    expect(faults.some((what) => what.includes('not the sum of its records'))).toBe(true)
    expect(faults.some((what) => what.includes('not that of its days'))).toBe(true)
    await books.sql('UPDATE usage_days SET quantity = quantity - 1 WHERE organization_id = $1', [
      organizationId,
    ])
    await books.sql(`UPDATE billing_parts SET prices = '{}' WHERE organization_id = $1`, [organizationId])
    expect((await proven(organizationId)).some((what) => what.includes('not the price of its total'))).toBe(
      true,
    )
  })
})

describe('books that do not add up', () => {
  it('stop the charges of their organization only', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const [broken, correct] = [await books.organization(), await books.organization()]
    for (const { environmentId } of [broken, correct])
      await books.record(fact({ environmentId, minutes: 1, at: '2026-11-09T00:00:00Z' }))
    await chargeAllOrganizations(books)
    await books.sql('UPDATE usage_days SET quantity = quantity + 1 WHERE organization_id = $1', [
      broken.organizationId,
    ])
    books.clock.set('2026-11-12T10:00:00Z')
    await prove(books)
    for (const { environmentId } of [broken, correct])
      await books.record(fact({ environmentId, minutes: 1, at: '2026-11-11T00:00:00Z' }))
    await chargeAllOrganizations(books)
    const balance = async ({ organizationId }: { readonly organizationId: string }) =>
      (await balanceOf(books.db, organizationId)).balance
    expect([await balance(broken), await balance(correct)]).toEqual([-7500n, -15_000n])
    await books.sql('UPDATE usage_days SET quantity = quantity - 1 WHERE organization_id = $1', [
      broken.organizationId,
    ])
    books.clock.set('2026-11-12T12:00:00Z')
    await prove(books)
    await chargeAllOrganizations(books)
    expect(await balance(broken)).toBe(-15_000n)
  })
})
