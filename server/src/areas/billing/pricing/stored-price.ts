import type { StoredPrice } from '../tables.ts'
import { type Price, rated } from './rated.ts'

/** A stored price, for `rated`. */
export function priceOf({ mode, per, included, tiers }: StoredPrice): Price {
  return {
    mode,
    per: BigInt(per),
    included: BigInt(included),
    tiers: tiers.map(({ upTo, micros }) => ({
      upTo: upTo === null ? null : BigInt(upTo),
      micros: BigInt(micros),
    })),
  }
}

/** The price of the units between two totals of a period. Zero without a price. */
export function amountBetween(stored: StoredPrice | undefined, before: bigint, after: bigint): bigint {
  if (stored === undefined) return 0n
  const price = priceOf(stored)
  return rated(price, after) - rated(price, before)
}
