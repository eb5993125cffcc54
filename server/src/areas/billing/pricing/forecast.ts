import { divideHalfEven } from './half-even.ts'
import type { Span } from './periods.ts'

const DAY_MS = 86_400_000
/** Later ends of a balance are not worth a date. */
const MAX_DAYS = 366

export interface Forecast {
  /** Average of a day. */
  readonly perDay: bigint
  /** Expected cost of the whole period. */
  readonly total: bigint
  /** When the balance is used up. Null if it does not fall or is used up already, or in over a year. */
  readonly lastsUntil: Date | null
}

/** Continues the pace of the last days.
 * @param recent charges of `recentMs` milliseconds until now */
export function forecast(
  now: Date,
  period: Span,
  { spent, recent, recentMs }: { readonly spent: bigint; readonly recent: bigint; readonly recentMs: number },
  balance: bigint,
): Forecast {
  const perDay = recentMs <= 0 ? 0n : divideHalfEven(recent * BigInt(DAY_MS), BigInt(Math.round(recentMs)))
  const leftMs = Math.max(0, period.endsAt.getTime() - now.getTime())
  const total = spent + divideHalfEven(perDay * BigInt(leftMs), BigInt(DAY_MS))
  if (perDay <= 0n || balance <= 0n) return { perDay, total, lastsUntil: null }
  const lastsMs = (balance * BigInt(DAY_MS)) / perDay
  const isFar = lastsMs > BigInt(MAX_DAYS * DAY_MS)
  return { perDay, total, lastsUntil: isFar ? null : new Date(now.getTime() + Number(lastsMs)) }
}
