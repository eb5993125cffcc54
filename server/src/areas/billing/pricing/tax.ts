import { divideHalfEven } from './half-even.ts'

const MILLION = 1_000_000n

/** The tax on the sum of all lines of one rate: rounded once, half to even. Rounding each line would be off.
 * @param minor units of the currency, such as cents
 * @param ratePpm millionths: 180,000 for 18% */
export function taxOf(minor: bigint, ratePpm: bigint): bigint {
  return divideHalfEven(minor * ratePpm, MILLION)
}

/** An amount with the taxes on it, in the order of their rates. */
export interface Taxed {
  readonly net: bigint
  readonly taxes: readonly bigint[]
}

/** The taxes that are due in addition to a net amount, in whole units. */
export function addTaxes(net: bigint, ratesPpm: readonly bigint[], unit: bigint): Taxed {
  return { net, taxes: ratesPpm.map((rate) => divideHalfEven(net * rate, MILLION * unit) * unit) }
}

/** Divides what was paid into a net amount and the taxes on it. What rounding leaves is part of the net amount. */
export function divideTaxes(paid: bigint, ratesPpm: readonly bigint[], unit: bigint): Taxed {
  const sum = ratesPpm.reduce((all, rate) => all + rate, 0n)
  const net = divideHalfEven(paid * MILLION, (MILLION + sum) * unit) * unit
  const { taxes } = addTaxes(net, ratesPpm, unit)
  return { net: paid - sumOf(taxes), taxes }
}

/** The taxes in a part of what was paid: running totals, so that the parts of a payment add up to its taxes. Their sum is rounded
 * once, so that it is never more than the part. */
export function taxesIn(part: bigint, paid: bigint, taxes: readonly bigint[], unit: bigint): bigint[] {
  const upTo = (count: number) =>
    paid === 0n ? 0n : divideHalfEven(sumOf(taxes.slice(0, count)) * part, paid * unit) * unit
  return taxes.map((_, n) => upTo(n + 1) - upTo(n))
}

export const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)

/** A payment, as far as it is divided into what the wallet gets and taxes. */
interface Divided {
  readonly amount: bigint
  readonly tax: bigint
}

/** The division of a part of a payment into wallet and taxes, as in the ledger. Parts add up, because they are differences of running totals. */
export function divisionOf({ amount, tax }: Divided, part: bigint, unit: bigint): Divided {
  const taxPart = sumOf(taxesIn(part, amount + tax, [tax], unit))
  return { amount: part - taxPart, tax: taxPart }
}
