import type { BillingQuote } from '@kinora/contract'
import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import { integerOf } from '../integers.ts'
import { addTaxes, divideTaxes, sumOf } from '../pricing/tax.ts'
import { buyerOf } from './buyers.ts'
import type { StoredTax } from './content.ts'
import { findSeller } from './seller.ts'
import { billingTaxRates, type TaxRateRow } from './tables.ts'

/** The place of a buyer. */
interface Place {
  readonly country: string
  readonly state: string
}

/** The rates of a place at a time: those of its region, or else those of its country. */
async function ratesAt(db: Queryable, { country, state }: Place, at: Date): Promise<TaxRateRow[]> {
  const region = sql<string>`lower(${billingTaxRates.region})`
  const versions = await db
    .selectDistinctOn([region, billingTaxRates.name])
    .from(billingTaxRates)
    .where(
      and(
        eq(billingTaxRates.country, country),
        inArray(region, ['', state.trim().toLowerCase()]),
        lte(billingTaxRates.validFrom, at),
      ),
    )
    .orderBy(region, billingTaxRates.name, desc(billingTaxRates.validFrom))
  const current = versions.filter(({ ratePpm }) => ratePpm > 0)
  const ofRegion = current.filter((rate) => rate.region !== '')
  return ofRegion.length > 0 ? ofRegion : current
}

/** Money that a wallet is to get. */
export interface Addition {
  readonly organizationId: string
  readonly amount: bigint
  /** Micros in the smallest amount that can be paid. */
  readonly unit: bigint
}

/** The taxes that are paid in addition to money that a wallet gets. A buyer abroad with a tax ID owes them, if the seller says so: then
 * they are zero. Before the seller is known nobody is asked for any. */
export async function quoteTaxes(
  db: Queryable,
  { organizationId, amount, unit }: Addition,
  at: Date,
): Promise<readonly StoredTax[]> {
  const seller = await findSeller(db)
  if (seller === null) return []
  const { party } = await buyerOf(db, organizationId)
  const isReverseCharge =
    seller.isReverseCharge && party.taxId !== '' && party.country !== seller.party.country
  const rates = await ratesAt(db, party, at)
  const { taxes } = addTaxes(
    amount,
    rates.map(({ ratePpm }) => (isReverseCharge ? 0n : BigInt(ratePpm))),
    unit,
  )
  return rates.map(({ name, ratePpm }, n) => ({
    name,
    ratePpm,
    net: String(amount),
    tax: String(taxes[n] ?? 0n),
    isReverseCharge,
  }))
}

/** The taxes in another sum than the one that was asked for, with the rates that were asked for. */
export function taxesInPaid(
  asked: readonly StoredTax[],
  paid: bigint,
  unit: bigint,
): { readonly net: bigint; readonly taxes: readonly StoredTax[] } {
  const rates = asked.map(({ ratePpm, isReverseCharge }) => (isReverseCharge ? 0n : BigInt(ratePpm)))
  const { net, taxes } = divideTaxes(paid, rates, unit)
  return {
    net,
    taxes: asked.map((each, n) => ({ ...each, net: String(net), tax: String(taxes[n] ?? 0n) })),
  }
}

export function sumOfTaxes(taxes: readonly StoredTax[]): bigint {
  return sumOf(taxes.map(({ tax }) => BigInt(tax)))
}

/** The quote of money that a wallet gets. */
export function quoteView(amount: bigint, currency: string, taxes: readonly StoredTax[]): BillingQuote {
  return {
    amount: integerOf(amount),
    currency,
    taxes: taxViews(taxes),
    total: integerOf(amount + sumOfTaxes(taxes)),
  }
}

export function taxViews(taxes: readonly StoredTax[]): BillingQuote['taxes'] {
  const integer = (text: string) => integerOf(BigInt(text))
  return taxes.map((each) => ({ ...each, net: integer(each.net), tax: integer(each.tax) }))
}

/** Refuses a payment of another total than the payer has seen: without one, the payer expects to pay the amount.
 * @throws problem total-changed */
export function assertTotal(total: bigint, seen: number): void {
  if (BigInt(seen) !== total) throw problem('total-changed')
}
