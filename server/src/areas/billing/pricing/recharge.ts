import { addSeconds } from '../../../platform/clock.ts'
import { ascending } from '../integers.ts'

const HOUR_S = 3600
const DAY_S = 86_400
/** Waits after declined attempts. After the last one, recharging is turned off. */
const RETRY_S = [HOUR_S, DAY_S, 3 * DAY_S] as const

/** An order to add money when the balance falls below a threshold. */
export interface RechargeOrder {
  readonly threshold: bigint
  /** Added by one payment, at least. More than the threshold, so that one payment is enough. */
  readonly amount: bigint
  /** Most that is added in a period. */
  readonly monthlyCap: bigint
  /** Whether the balance was at or above the threshold since the last payment. */
  readonly isArmed: boolean
}

export interface RechargeState {
  readonly balance: bigint
  /** Added in this period. */
  readonly added: bigint
  /** Whether an attempt is under way. */
  readonly isOpen: boolean
  readonly lastAttemptAt: Date | null
  /** Attempts since the last success that were declined. */
  readonly declined: number
  /** The smallest amount that can be paid. */
  readonly step: bigint
}

export type Recharge =
  | { readonly kind: 'pay'; readonly amount: bigint }
  | { readonly kind: 'wait'; readonly until: Date | null }
  | { readonly kind: 'turn-off' }

/** Decides what an order does now. One payment closes the whole gap, not one for each amount of it; at most one starts in an hour. */
export function nextRecharge(order: RechargeOrder, state: RechargeState, now: Date): Recharge {
  const { threshold, amount, monthlyCap, isArmed } = order
  const { balance, added, isOpen, lastAttemptAt, declined, step } = state
  if (declined > RETRY_S.length) return { kind: 'turn-off' }
  const isRetry = declined > 0
  if (isOpen || balance >= threshold || !(isArmed || isRetry)) return { kind: 'wait', until: null }
  const pauseS = RETRY_S[declined - 1] ?? HOUR_S
  const until = lastAttemptAt === null ? now : addSeconds(lastAttemptAt, pauseS)
  if (until > now) return { kind: 'wait', until }
  const [, wanted] = ascending(amount, roundUp(threshold - balance, step))
  return monthlyCap - added < wanted ? { kind: 'wait', until: null } : { kind: 'pay', amount: wanted }
}

function roundUp(micros: bigint, step: bigint): bigint {
  return ((micros + step - 1n) / step) * step
}
