import { expect } from 'vitest'
import { chargeOrganization } from '../../areas/billing/charging/charge.ts'
import { prove } from '../../areas/billing/proof/proof.ts'
import type { Books } from './books.ts'
import { type Spent, spendWithKills } from './spend-with-kills.ts'

/** Micros of the default plan for a millisecond of encoded video, as a fraction. */
const [MICROS, MS] = [7500n, 60_000n]

/** Spends with kills, and expects that nothing is lost, counted twice or off by a micro. */
export async function checkSpending(
  books: Books,
  asked: { readonly organizations: number; readonly operations: number; readonly everyOperations: number },
): Promise<Spent> {
  const tenants: [string, string][] = []
  for (let n = 0; n < asked.organizations; n++) {
    const { organizationId, environmentId } = await books.organization()
    tenants.push([organizationId, environmentId])
  }
  const spent = await spendWithKills(books, tenants, asked)
  // Some records arrived after the last charge.
  for (const [organizationId] of tenants) while (await chargeOrganization(books, organizationId));
  expect(await prove(books)).toEqual([])

  const records = await amounts(books, 'SELECT key, quantity AS amount FROM usage_records')
  const credits = await amounts(
    books,
    `SELECT key, line->>'amount' AS amount FROM billing_journals, jsonb_array_elements(lines) AS line
     WHERE kind = 'credit' AND line->>'account' = 'wallet'`,
  )
  const holds = await amounts(books, 'SELECT key, amount FROM billing_holds')
  const places = { record: records, credit: credits, hold: holds }
  for (const { operation, key, amount } of spent.known.values())
    if (operation !== 'charge' && operation !== 'repeat')
      expect(places[operation].get(key), `${operation} ${key}`).toBe(BigInt(amount))

  for (const [organizationId] of tenants) {
    const [row] = await books.sql(
      `SELECT (SELECT balance FROM billing_accounts WHERE organization_id = $1 AND kind = 'wallet') AS balance,
         (SELECT coalesce(sum(quantity), 0) FROM usage_records WHERE organization_id = $1) AS used,
         (SELECT coalesce(sum(entries.amount), 0) FROM billing_entries AS entries
          JOIN billing_journals AS journals ON journals.id = entries.journal_id AND journals.kind = 'credit'
          JOIN billing_accounts AS accounts ON accounts.id = entries.account_id AND accounts.kind = 'wallet'
          WHERE accounts.organization_id = $1) AS added,
         (SELECT count(*) FROM usage_records WHERE organization_id = $1 AND part IS NULL) AS waiting`,
      [organizationId],
    )
    const price = halfEven(BigInt(String(row?.used)) * MICROS, MS)
    expect(BigInt(String(row?.balance))).toBe(BigInt(String(row?.added)) - price)
    expect(row?.waiting).toBe('0')
  }
  const [sum] = await books.sql('SELECT sum(balance)::text AS balance FROM billing_accounts')
  expect(sum).toEqual({ balance: '0' })
  return spent
}

async function amounts({ sql }: Books, text: string): Promise<Map<string, bigint>> {
  return new Map((await sql(text)).map(({ key, amount }) => [String(key), BigInt(String(amount))]))
}

function halfEven(dividend: bigint, divisor: bigint): bigint {
  const [whole, rest] = [dividend / divisor, (dividend % divisor) * 2n]
  return rest > divisor || (rest === divisor && whole % 2n === 1n) ? whole + 1n : whole
}
