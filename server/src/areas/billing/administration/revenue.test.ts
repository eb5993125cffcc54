import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Books, openBooks } from '../../../testing/billing/books.ts'
import { chargeAll } from '../charging/charge-all.ts'
import { getRevenue } from './revenue.ts'
import { addUpDays } from './revenue-days.ts'

let books: Books
beforeAll(async () => {
  books = await openBooks('2026-10-30T10:00:00Z')
})
afterAll(() => books.end())

async function use(environmentId: string, at: string): Promise<void> {
  books.clock.set(at)
  const objectId = '0198f000-0000-7000-8000-000000000001'
  const occurredAt = books.clock.now()
  const key = `test:${randomUUID()}`
  await books.record({ key, environmentId, objectId, meter: 'encoding-hd', quantity: 60_000, occurredAt })
  await chargeAll(books)
}

it('is the same before and after days are added up', async () => {
  await addUpDays(books)
  const [one, other] = [await books.organization(), await books.organization()]
  for (const at of ['2026-10-30T10:00:00Z', '2026-10-31T23:59:00Z', '2026-11-03T00:00:00Z'])
    for (const { environmentId } of [one, other]) await use(environmentId, at)
  const before = await getRevenue(books, 3)
  expect(before.items).toEqual([
    {
      month: '2026-11',
      currency: 'USD',
      total: 15_000,
      received: 0,
      meters: [{ meter: 'encoding-hd', amount: 15_000 }],
    },
    {
      month: '2026-10',
      currency: 'USD',
      total: 30_000,
      received: 0,
      meters: [{ meter: 'encoding-hd', amount: 30_000 }],
    },
  ])
  const days = () => books.sql('SELECT day::text, amount::int FROM billing_revenue_days ORDER BY day')
  books.clock.set('2026-11-04T00:30:00Z')
  await addUpDays(books)
  expect((await days()).map(({ day }) => day)).toEqual(['2026-10-30', '2026-10-31'])
  expect(await getRevenue(books, 3)).toEqual(before)
  books.clock.set('2026-11-04T01:00:00Z')
  await Promise.all([addUpDays(books), addUpDays(books)])
  expect(await days()).toEqual([
    { day: '2026-10-30', amount: 15_000 },
    { day: '2026-10-31', amount: 15_000 },
    { day: '2026-11-03', amount: 15_000 },
  ])
  expect(await getRevenue(books, 3)).toEqual(before)
  await use(one.environmentId, '2026-11-05T12:00:00Z')
  expect((await getRevenue(books, 3)).items[0]?.total).toBe(22_500)
  expect((await getRevenue(books, 1)).items).toHaveLength(1)
})
