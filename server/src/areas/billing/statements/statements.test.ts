import { randomUUID } from 'node:crypto'
import type { MeterId } from '@kinora/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Books, openBooks } from '../../../testing/billing/books.ts'
import { chargeAll } from '../charging/charge-all.ts'
import type { DocumentContent } from '../invoices/content.ts'
import { balanceOf, post } from '../ledger/ledger.ts'
import { prove } from '../proof/proof.ts'
import { closePeriods } from './close-periods.ts'
import { minimumOf } from './minimum.ts'

let books: Books
beforeAll(async () => {
  books = await openBooks('2026-10-10T10:00:00Z')
})
afterAll(() => books.end())
beforeEach(() => books.clock.set('2026-10-10T10:00:00Z'))

type Organization = Awaited<ReturnType<Books['organization']>>

/** Records minutes, and charges them. */
async function use(
  { environmentId }: Organization,
  at: string,
  minutes: number,
  meter: MeterId = 'encoding-hd',
): Promise<void> {
  const objectId = '0198f000-0000-7000-8000-000000000001'
  const fact = { key: `test:${randomUUID()}`, environmentId, objectId, meter, occurredAt: new Date(at) }
  await books.record({ ...fact, quantity: minutes * 60_000 })
  await chargeAll(books)
}

async function add({ organizationId }: Organization, micros: bigint): Promise<void> {
  const at = books.clock.now()
  const lines = { credit: -micros, wallet: micros }
  await books.db.transaction((tx) =>
    post(tx, {
      key: randomUUID(),
      organizationId,
      kind: 'credit',
      currency: 'USD',
      lines,
      note: 'A test',
      at,
    }),
  )
}

interface Statement {
  readonly month: string
  readonly net: bigint
  readonly content: DocumentContent
}

async function statementsOf({ organizationId }: Organization): Promise<Statement[]> {
  const rows = await books.sql(
    `SELECT period_starts_at, net, content FROM billing_documents
     WHERE organization_id = $1 AND kind = 'statement' ORDER BY period_starts_at`,
    [organizationId],
  )
  return rows.map(({ period_starts_at, net, content }) => ({
    month: (period_starts_at as Date).toISOString().slice(0, 7),
    net: BigInt(String(net)),
    content: content as DocumentContent,
  }))
}

/** A plan with a minimum, for this organization from the start of its wallet on. */
async function subscribe({ organizationId }: Organization, minimum: number): Promise<void> {
  const id = randomUUID()
  await books.sql(
    `INSERT INTO billing_plans (id, name, currency, minimum, created_at)
     VALUES ($1::uuid, 'Plan ' || ($1::uuid)::text, 'USD', $2, now())`,
    [id, minimum],
  )
  await books.sql('UPDATE billing_subscriptions SET plan_id = $2 WHERE organization_id = $1', [
    organizationId,
    id,
  ])
}

describe('a period', () => {
  it('is closed a day after its end, with one statement of what it cost', async () => {
    const organization = await books.organization()
    await use(organization, '2026-10-10T09:00:00Z', 10)
    await use(organization, '2026-10-10T09:00:00Z', 5, 'portrait')
    await add(organization, 5_000_000n)
    books.clock.set('2026-11-01T23:59:00Z')
    await closePeriods(books)
    expect(await statementsOf(organization)).toEqual([])
    books.clock.set('2026-11-02T00:00:00Z')
    // Two sweeps at once.
    await Promise.all([closePeriods(books), closePeriods(books)])
    await closePeriods(books)
    const [statement, ...more] = await statementsOf(organization)
    expect(more).toEqual([])
    expect(statement).toMatchObject({
      month: '2026-10',
      net: 230_000n,
      content: {
        lines: [
          { kind: 'usage', meter: 'portrait', quantity: '300000', amount: '155000' },
          { kind: 'usage', meter: 'encoding-hd', quantity: '600000', amount: '75000' },
        ],
        movement: { opening: '0', added: '5000000', charged: '230000', closing: '4770000' },
      },
    })
  })

  it('takes usage that arrives within a day, and shows later usage as an adjustment in the next one', async () => {
    const organization = await books.organization()
    await use(organization, '2026-10-10T09:00:00Z', 10)
    books.clock.set('2026-11-01T12:00:00Z')
    await use(organization, '2026-10-31T23:00:00Z', 10)
    books.clock.set('2026-11-02T00:00:00Z')
    await closePeriods(books)
    // The clock of another process is behind.
    books.clock.set('2026-11-01T23:59:00Z')
    await use(organization, '2026-10-31T22:00:00Z', 10)
    books.clock.set('2026-11-20T00:00:00Z')
    await use(organization, '2026-10-30T22:00:00Z', 10)
    books.clock.set('2026-12-02T00:00:00Z')
    await closePeriods(books)
    const [october, november] = await statementsOf(organization)
    expect(october?.net).toBe(150_000n)
    expect(november).toMatchObject({
      net: 150_000n,
      content: {
        lines: [{ kind: 'adjustment', amount: '150000', period: { startsAt: '2026-10-01T00:00:00.000Z' } }],
        movement: { opening: '-150000', added: '0', charged: '150000', closing: '-300000' },
      },
    })
    const { balance } = await balanceOf(books.db, organization.organizationId)
    expect(String(balance)).toBe(november?.content.movement?.closing)
  })

  it('is closed whole or not at all', async () => {
    const organization = await books.organization()
    await use(organization, '2026-10-10T09:00:00Z', 1)
    await books.sql('UPDATE billing_parts SET minimum = 10000000 WHERE organization_id = $1', [
      organization.organizationId,
    ])
    const { balance } = await balanceOf(books.db, organization.organizationId)
    books.clock.set('2026-11-02T00:00:00Z')
    await books.sql("ALTER TABLE billing_documents ADD CONSTRAINT none CHECK (kind <> 'statement') NOT VALID")
    await expect(closePeriods(books)).rejects.toThrow()
    expect((await balanceOf(books.db, organization.organizationId)).balance).toBe(balance)
    await books.sql('ALTER TABLE billing_documents DROP CONSTRAINT none')
    await closePeriods(books)
    const [statement] = await statementsOf(organization)
    const after = await balanceOf(books.db, organization.organizationId)
    expect(String(after.balance)).toBe(statement?.content.movement?.closing)
  })

  it('without any movement has no statement', async () => {
    const organization = await books.organization()
    await use(organization, '2026-10-10T09:00:00Z', 10)
    books.clock.set('2027-01-05T00:00:00Z')
    await closePeriods(books)
    expect((await statementsOf(organization)).map(({ month }) => month)).toEqual(['2026-10'])
    const open = await books.sql(
      'SELECT period_starts_at FROM billing_parts WHERE organization_id = $1 AND closed_at IS NULL',
      [organization.organizationId],
    )
    expect(open).toHaveLength(1)
  })

  it('costs at least the minimum of its plan, by the time since the wallet was opened', async () => {
    const organization = await books.organization()
    books.clock.set('2026-10-01T00:00:00Z')
    await chargeAll(books)
    await use(organization, '2026-10-01T00:00:00Z', 1)
    await subscribe(organization, 10_000_000)
    await books.sql('UPDATE billing_parts SET minimum = 10000000 WHERE organization_id = $1', [
      organization.organizationId,
    ])
    books.clock.set('2026-12-02T00:00:00Z')
    await closePeriods(books)
    const statements = await statementsOf(organization)
    expect(statements.map(({ month, net }) => [month, net])).toEqual([
      ['2026-10', 10_000_000n],
      ['2026-11', 10_000_000n],
    ])
    expect(statements[0]?.content.lines).toMatchObject([
      { kind: 'usage', amount: '7500' },
      { kind: 'minimum', amount: '9992500' },
    ])
    expect((await balanceOf(books.db, organization.organizationId)).balance).toBe(-20_000_000n)
    expect(await prove(books)).toEqual([])
  })
})

it('is a share of the minimum for a share of the period', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 10, day))
  const part = (from: number, to: number, minimum: bigint) => ({
    minimum,
    startsAt: at(from),
    endsAt: at(to),
    periodStartsAt: at(1),
    periodEndsAt: at(31),
  })
  expect(minimumOf([part(1, 31, 3000n)], at(1))).toBe(3000n)
  expect(minimumOf([part(1, 31, 3000n)], at(16))).toBe(1500n)
  expect(minimumOf([part(1, 11, 3000n), part(11, 31, 600n)], at(1))).toBe(1400n)
})
