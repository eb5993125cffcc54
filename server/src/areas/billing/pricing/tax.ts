import { divideHalfEven } from './half-even.ts'

/** The tax on the sum of all lines of one rate: rounded once, half to even. Rounding each line would be off.
 * @param minor units of the currency, such as cents
 * @param ratePpm millionths: 180,000 for 18% */
export function taxOf(minor: bigint, ratePpm: bigint): bigint {
  return divideHalfEven(minor * ratePpm, 1_000_000n)
}

/** The tax of a credit note: what the tax on all that is credited so far has become, less that of the notes before. So the notes of
 * an invoice never add up to another tax than its own, however it is divided.
 * @param before credited by earlier notes @param amount credited by this one */
export function taxOfCredit(before: bigint, amount: bigint, ratePpm: bigint): bigint {
  return taxOf(before + amount, ratePpm) - taxOf(before, ratePpm)
}
