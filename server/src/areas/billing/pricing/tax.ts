import { divideHalfEven } from './half-even.ts'

/** The tax on the sum of all lines of one rate: rounded once, half to even. Rounding each line would be off.
 * @param minor units of the currency, such as cents
 * @param ratePpm millionths: 180,000 for 18% */
export function taxOf(minor: bigint, ratePpm: bigint): bigint {
  return divideHalfEven(minor * ratePpm, 1_000_000n)
}
