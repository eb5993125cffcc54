import type { TierMode } from '@kinora/contract'
import { divideHalfEven } from './half-even.ts'

/** The price of a meter. */
export interface Price {
  readonly mode: TierMode
  /** The number of units that the prices of the tiers are for. */
  readonly per: bigint
  /** Units without a charge. Tiers count the units beyond. */
  readonly included: bigint
  /** Ascending; only the last has no end. */
  readonly tiers: readonly { readonly upTo: bigint | null; readonly micros: bigint }[]
}

/**
 * The price of a total, in micros. Rounded once, half to even.
 *
 * Usage is charged by the difference of two totals, which gives the same sum however a period is cut, in any order, and with
 * corrections. With volume prices the price can fall when a cheaper tier begins: the difference is a credit then.
 */
export function rated(price: Price, total: bigint): bigint {
  const units = total - price.included
  if (units <= 0n) return 0n
  return divideHalfEven(price.mode === 'volume' ? byVolume(price, units) : byTiers(price, units), price.per)
}

/** The sum of units times the price of their own tier. */
function byTiers({ tiers }: Price, units: bigint): bigint {
  let sum = 0n
  let from = 0n
  for (const { upTo, micros } of tiers) {
    const to = upTo === null || upTo > units ? units : upTo
    if (to > from) sum += (to - from) * micros
    from = to
  }
  return sum
}

/** All units times the price of the tier that they reach. */
function byVolume({ tiers }: Price, units: bigint): bigint {
  const tier = tiers.find(({ upTo }) => upTo === null || units <= upTo)
  return units * (tier?.micros ?? 0n)
}
