import type { Integer } from '../money'

export const chartSize = { width: 1000, height: 200 } as const

/** A line through balances, one a day, with its highest and lowest value: at least from zero.
 * @returns `zeroY`: where zero is, if some balance is below it */
export function balancePath(balances: readonly Integer[]) {
  const values = balances.map((balance) => BigInt(balance))
  const sorted = [0n, ...values].toSorted((a, b) => (a < b ? -1 : Number(a > b)))
  const [low = 0n, high = 0n] = [sorted[0], sorted.at(-1)]
  const { width, height } = chartSize
  // Places on the screen: the digits of numbers are enough.
  const range = Number(high - low) || 1
  const yOf = (value: bigint) => Math.round((height * Number(high - value)) / range)
  const stepX = width / Math.max(1, values.length - 1)
  const path = values
    .map((value, n) => `${n === 0 ? 'M' : 'L'}${Math.round(n * stepX)} ${yOf(value)}`)
    .join('')
  return { path, zeroY: low < 0n ? yOf(0n) : null, high: String(high), low: String(low) }
}
