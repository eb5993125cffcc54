import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Books, openBooks } from '../../../testing/billing/books.ts'
import { chargeAll } from '../charging/charge-all.ts'
import { balanceOf } from '../ledger/ledger.ts'
import { faultyOrganizations, prove } from './proof.ts'

let books: Books
beforeAll(async () => {
  books = await openBooks('2026-11-10T10:00:00Z')
})
afterAll(() => books.end())
beforeEach(() => books.clock.set('2026-11-10T10:00:00Z'))

type Organization = Awaited<ReturnType<Books['organization']>>

/** A charged minute of encoding. */
async function use({ environmentId }: Organization, occurredAt: string): Promise<void> {
  const objectId = '0198f000-0000-7000-8000-000000000001'
  await books.record({
    key: `test:${randomUUID()}`,
    environmentId,
    objectId,
    meter: 'encoding-hd',
    quantity: 60_000,
    occurredAt: new Date(occurredAt),
  })
  await chargeAll(books)
}

async function addUncharged({ organizationId, environmentId }: Organization, meters: number): Promise<void> {
  await books.sql(
    `INSERT INTO usage_days (organization_id, part, meter, environment_id, object_id, day, is_free, quantity)
     SELECT $1, (SELECT max(part) FROM billing_parts WHERE organization_id = $1), 'meter-' || n, $2, $2, '2026-11-09', false, 1
     FROM generate_series(1, $3) AS n`,
    [organizationId, environmentId, meters],
  )
}

/** Adds a journal that the check cannot read. */
async function confuse({ organizationId }: Organization): Promise<void> {
  await books.sql(
    `INSERT INTO billing_journals (key, organization_id, kind, lines, note, posted_at) VALUES ($1, $2, 'charge', '1', '', now())`,
    [randomUUID(), organizationId],
  )
}

const balance = async ({ organizationId }: Organization) =>
  (await balanceOf(books.db, organizationId)).balance

it('stops the charges of all organizations with faults, however many one of them has', async () => {
  const [many, one] = [await books.organization(), await books.organization()]
  for (const each of [many, one]) await use(each, '2026-11-09T00:00:00Z')
  await addUncharged(many, 1500)
  await addUncharged(one, 1)
  const faults = await prove(books)
  expect(await faultyOrganizations(books.db)).toEqual(new Set([many.organizationId, one.organizationId]))
  const listed = faults.filter(({ organizationId }) => organizationId === many.organizationId)
  expect(listed.length).toBe(11)
  expect(listed.at(-1)?.what).toMatch(/^and \d+ more$/)
  for (const each of [many, one]) await use(each, '2026-11-10T00:00:00Z')
  expect([await balance(many), await balance(one)]).toEqual([-7500n, -7500n])
  await books.sql(`DELETE FROM usage_days WHERE meter LIKE 'meter-%'`)
  expect(await prove(books)).toEqual([])
  await chargeAll(books)
  expect([await balance(many), await balance(one)]).toEqual([-15_000n, -15_000n])
})

it('finds a part whose sum is not that of its charges', async () => {
  const { organizationId, ...one } = await books.organization()
  await use({ organizationId, ...one }, '2026-11-09T00:00:00Z')
  await books.sql('UPDATE billing_parts SET spent = spent + 1 WHERE organization_id = $1 AND part = 1', [
    organizationId,
  ])
  expect(await prove(books)).toMatchObject([
    { organizationId, what: 'the sum of part 1 is not that of its charges' },
  ])
  await books.sql('UPDATE billing_parts SET spent = spent - 1 WHERE organization_id = $1 AND part = 1', [
    organizationId,
  ])
  expect(await prove(books)).toEqual([])
})

it('goes on with other organizations if one cannot be checked, and leaves its charges as they are', async () => {
  const [first, stopped, wrong] = [
    await books.organization(),
    await books.organization(),
    await books.organization(),
  ]
  for (const each of [first, stopped, wrong]) await use(each, '2026-11-09T00:00:00Z')
  await addUncharged(stopped, 1)
  await prove(books)
  for (const each of [first, stopped]) await confuse(each)
  await addUncharged(wrong, 1)
  const faults = await prove(books)
  const kindsOf = ({ organizationId }: Organization) =>
    new Set(faults.filter((fault) => fault.organizationId === organizationId).map(({ kind }) => kind))
  expect([first, stopped, wrong].map(kindsOf)).toEqual([
    new Set(['not-checked']),
    new Set(['not-checked']),
    new Set(['wrong']),
  ])
  for (const each of [first, stopped, wrong]) await use(each, '2026-11-10T00:00:00Z')
  expect(await Promise.all([first, stopped, wrong].map(balance))).toEqual([-15_000n, -7500n, -7500n])
})
