import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { minorUnits } from '../pricing/currency.ts'
import { divideHalfEven } from '../pricing/half-even.ts'
import { taxOf } from '../pricing/tax.ts'
import type { StoredTax } from './content.ts'
import { billingTaxRates, type SellerRow, type TaxRateRow } from './tables.ts'

/** The place of a buyer. */
interface Place {
  readonly country: string
  readonly state: string
  readonly taxId: string
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

/** An amount in micros on which taxes are due. */
interface Taxed {
  readonly amount: bigint
  readonly currency: string
  /** The amount is what was paid, with the taxes in it. */
  readonly isTaxIncluded: boolean
}

interface Taxes {
  /** The amount without taxes. */
  readonly net: bigint
  readonly taxes: readonly StoredTax[]
}

const MILLION = 1_000_000n

/** The taxes on an amount, each on the whole amount and rounded once. A buyer abroad with a tax ID owes them, if the seller says so:
 * then they are zero. */
export async function taxesOn(
  db: Queryable,
  { amount, currency, isTaxIncluded }: Taxed,
  seller: Pick<SellerRow, 'party' | 'isReverseCharge'>,
  buyer: Place,
  at: Date,
): Promise<Taxes> {
  const isReverseCharge =
    seller.isReverseCharge && buyer.taxId !== '' && buyer.country !== seller.party.country
  const unit = minorUnits(currency)
  const rates = await ratesAt(db, buyer, at)
  const sum = isReverseCharge ? 0n : rates.reduce((all, { ratePpm }) => all + BigInt(ratePpm), 0n)
  const minor = isTaxIncluded ? divideHalfEven((amount / unit) * MILLION, MILLION + sum) : amount / unit
  const due = rates.map(({ ratePpm }) => (isReverseCharge ? 0n : taxOf(minor, BigInt(ratePpm)) * unit))
  // What rounding leaves of an amount with taxes is part of the net amount, so that the total is what was paid.
  const net = isTaxIncluded ? amount - due.reduce((all, tax) => all + tax, 0n) : amount
  const taxes = rates.map(({ name, ratePpm }, n) => ({
    name,
    ratePpm,
    net: String(net),
    tax: String(due[n] ?? 0n),
    isReverseCharge,
  }))
  return { net, taxes }
}

export function sumOfTaxes(taxes: readonly StoredTax[]): bigint {
  return taxes.reduce((sum, { tax }) => sum + BigInt(tax), 0n)
}
