import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { minorUnits } from '../pricing/currency.ts'
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

/** The taxes on an amount in micros, each on the whole amount and rounded once. A buyer abroad with a tax ID owes them, if the seller
 * says so: then they are zero. */
export async function taxesOn(
  db: Queryable,
  { net, currency }: { readonly net: bigint; readonly currency: string },
  seller: Pick<SellerRow, 'party' | 'isReverseCharge'>,
  buyer: Place,
  at: Date,
): Promise<StoredTax[]> {
  const isReverseCharge =
    seller.isReverseCharge && buyer.taxId !== '' && buyer.country !== seller.party.country
  const unit = minorUnits(currency)
  const rates = await ratesAt(db, buyer, at)
  return rates.map(({ name, ratePpm }) => ({
    name,
    ratePpm,
    net: String(net),
    tax: String(isReverseCharge ? 0n : taxOf(net / unit, BigInt(ratePpm)) * unit),
    isReverseCharge,
  }))
}

export function sumOfTaxes(taxes: readonly StoredTax[]): bigint {
  return taxes.reduce((sum, { tax }) => sum + BigInt(tax), 0n)
}
