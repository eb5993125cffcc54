import { floorDivide } from './half-even.ts'

/** Divides an amount among quantities, by the method of the largest remainder: the shares are exact to one unit and add up to the
 * amount. Without any quantity the first gets all. */
export function attribute(amount: bigint, quantities: readonly bigint[]): bigint[] {
  const total = quantities.reduce((sum, quantity) => sum + quantity, 0n)
  if (total === 0n) return quantities.map((_, n) => (n === 0 ? amount : 0n))
  if (total < 0n)
    return attribute(
      amount,
      quantities.map((quantity) => -quantity),
    )
  const shares = quantities.map((quantity, n) => {
    const whole = floorDivide(amount * quantity, total)
    return { n, whole, remainder: amount * quantity - whole * total }
  })
  let left = amount - shares.reduce((sum, { whole }) => sum + whole, 0n)
  const result = shares.map(({ whole }) => whole)
  for (const { n, whole } of shares.toSorted(byRemainder)) {
    if (left === 0n) break
    result[n] = whole + 1n
    left -= 1n
  }
  return result
}

interface Share {
  readonly n: number
  readonly remainder: bigint
}

function byRemainder(a: Share, b: Share): number {
  return a.remainder === b.remainder ? a.n - b.n : a.remainder > b.remainder ? -1 : 1
}
