import { divideHalfEven } from '../pricing/half-even.ts'
import type { PartRow } from '../tables.ts'

type Part = Pick<PartRow, 'minimum' | 'startsAt' | 'endsAt' | 'periodStartsAt' | 'periodEndsAt'>

/** The least that a period costs: the minimum of each of its parts for the share of the period that it had, since the wallet was
 * opened. */
export function minimumOf(parts: readonly Part[], openedAt: Date): bigint {
  return parts.reduce((sum, { minimum, startsAt, endsAt, periodStartsAt, periodEndsAt }) => {
    const from = Math.max(startsAt.getTime(), openedAt.getTime())
    const ms = BigInt(Math.max(0, endsAt.getTime() - from))
    const all = BigInt(periodEndsAt.getTime() - periodStartsAt.getTime())
    return sum + divideHalfEven(minimum * ms, all)
  }, 0n)
}
