import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Books, openBooks } from '../../../testing/billing/books.ts'
import { chargeAll } from '../charging/charge-all.ts'
import { prove } from '../proof/proof.ts'
import { pruneRecords } from './prune.ts'

let books: Books
beforeAll(async () => {
  books = await openBooks('2026-09-10T10:00:00Z')
})
afterAll(() => books.end())

type Organization = Awaited<ReturnType<Books['organization']>>

async function use({ environmentId }: Organization, occurredAt: string): Promise<void> {
  await books.record({
    key: `test:${randomUUID()}`,
    environmentId,
    objectId: '0198f000-0000-7000-8000-000000000001',
    meter: 'encoding-hd',
    quantity: 60_000,
    occurredAt: new Date(occurredAt),
  })
  await chargeAll(books)
}

const kept = async ({ organizationId }: Organization) => {
  const rows = await books.sql(
    `SELECT to_char(occurred_at AT TIME ZONE 'UTC', 'MM-DD') AS day FROM usage_records WHERE organization_id = $1 ORDER BY 1`,
    [organizationId],
  )
  return rows.map(({ day }) => day)
}

it('deletes charged records long after the end of their part, and the books still add up', async () => {
  const [correct, faulty] = [await books.organization(), await books.organization()]
  for (const each of [correct, faulty]) {
    await use(each, '2026-09-09T00:00:00Z')
    await use(each, '2026-09-10T00:00:00Z')
  }
  // Too late to be charged.
  await use(correct, '2026-06-01T00:00:00Z')
  books.clock.set('2026-10-20T10:00:00Z')
  for (const each of [correct, faulty]) await use(each, '2026-10-15T00:00:00Z')
  await books.sql('UPDATE usage_days SET quantity = quantity + 1 WHERE organization_id = $1', [
    faulty.organizationId,
  ])
  await prove(books)
  books.clock.set('2026-12-14T00:00:00Z')
  await pruneRecords(books)
  expect(await kept(correct)).toEqual(['06-01', '09-09', '09-10', '10-15'])
  books.clock.set('2026-12-16T00:00:00Z')
  await pruneRecords(books)
  expect(await kept(correct)).toEqual(['06-01', '10-15'])
  expect(await kept(faulty)).toEqual(['09-09', '09-10', '10-15'])
  // What is left is still compared.
  const faultsOf = async ({ organizationId }: Organization) =>
    (await prove(books)).filter((fault) => fault.organizationId === organizationId)
  expect(await faultsOf(correct)).toEqual([])
  await books.sql(`DELETE FROM usage_records WHERE organization_id = $1 AND part IS NOT NULL`, [
    correct.organizationId,
  ])
  expect(await faultsOf(correct)).toMatchObject([{ what: expect.stringContaining('sum of its records') }])
})

it('deletes more records than fit into a statement', async () => {
  const organization = await books.organization()
  books.clock.set('2027-01-02T00:00:00Z')
  await use(organization, '2027-01-01T12:00:00Z')
  await books.sql(
    `INSERT INTO usage_records (key, organization_id, environment_id, environment_type, object_id, meter, occurred_at, received_at, quantity)
     SELECT 'many:' || n, $1, $2, 'production', $2, 'streaming', '2027-01-01T12:00:00Z', '2027-01-02T00:00:00Z', 1
     FROM generate_series(1, 25000) AS n`,
    [organization.organizationId, organization.environmentId],
  )
  await chargeAll(books)
  books.clock.set('2027-05-01T00:00:00Z')
  await pruneRecords(books)
  expect(await kept(organization)).toEqual([])
  expect(
    (await prove(books)).filter((fault) => fault.organizationId === organization.organizationId),
  ).toEqual([])
})
