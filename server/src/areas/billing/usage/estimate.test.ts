import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Books, openBooks } from '../../../testing/billing/books.ts'
import { chargeOrganization } from '../charging/charge.ts'
import { balanceOf } from '../ledger/ledger.ts'
import { estimateCost } from './estimate.ts'

let books: Books
beforeAll(async () => {
  books = await openBooks('2026-11-20T10:00:00Z')
})
afterAll(() => books.end())

it('is what the same usage is then charged, with its tiers and included units', async () => {
  const { organizationId, environmentId } = await books.organization()
  const [plan] = await books.sql('SELECT id FROM billing_plans WHERE is_default')
  // A minute is free, ten cost $0.10 each, and more cost $0.05 each.
  await books.sql(
    `INSERT INTO billing_prices (id, plan_id, meter, mode, per, included, tiers, valid_from)
     VALUES ($1, $2, 'portrait', 'graduated', 60000, 60000,
       '[{"upTo": "600000", "micros": "100000"}, {"upTo": null, "micros": "50000"}]', '2020-01-01')`,
    [randomUUID(), plan?.id],
  )
  const estimate = async (usage: string) => Number((await estimateCost(books, organizationId, usage)).amount)
  const used = async (minutes: number) => {
    const before = (await balanceOf(books.db, organizationId)).balance
    const occurredAt = books.clock.now()
    await books.record({
      key: randomUUID(),
      environmentId,
      objectId: environmentId,
      meter: 'portrait',
      quantity: minutes * 60_000,
      occurredAt,
    })
    await chargeOrganization(books, organizationId)
    return Number(before - (await balanceOf(books.db, organizationId)).balance)
  }
  for (const minutes of [0.5, 3, 9, 30]) {
    const expected = await estimate(`portrait:${minutes * 60_000}`)
    expect(await used(minutes)).toBe(expected)
  }
  expect(await estimate('portrait:60000')).toBe(50_000)
  expect(await estimate('portrait:60000,live-streaming:60000')).toBe(54_200)
  expect(await estimate('transcripts:60000,nothing:5')).toBe(0)
})
