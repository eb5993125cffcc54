import { webhookLimits } from '@kinora/contract'
import { addSeconds } from '../../../platform/clock.ts'
import type { PostResult } from '../../../platform/net/post.ts'

/** State of a delivery after an attempt. */
export type Outcome =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly at: Date }
  | { readonly kind: 'failed' }
  /** The receiver answered 410 Gone: disable the webhook. */
  | { readonly kind: 'gone' }

const LONGEST_WAIT_SECONDS = 24 * 3600
/** Delays are up to a tenth longer, so that simultaneous failures are not retried together. */
const JITTER = 0.1

/** @param failures earlier failed attempts
 * @param isTest test deliveries are not retried
 * @param delays seconds to wait after each failed attempt. After the last one the delivery fails. */
export function outcomeOf(
  { status, headers }: PostResult,
  {
    failures,
    isTest,
    now,
    delays,
  }: { failures: number; isTest: boolean; now: Date; delays: readonly number[] },
): Outcome {
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' }
  if (isTest) return { kind: 'failed' }
  if (status === 410) return { kind: 'gone' }
  const delay = delays[failures]
  if (delay === undefined) return { kind: 'failed' }
  // A short Retry-After must not use up the retries, which are meant to last for days.
  const seconds = Math.max(delay, retryAfterSeconds(headers?.['retry-after'], now) ?? 0)
  return { kind: 'retry', at: addSeconds(now, seconds * (1 + Math.random() * JITTER)) }
}

/** Seconds of `Retry-After` (RFC 9110 10.2.3), at most a day. Null if it is missing or invalid. */
function retryAfterSeconds(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null
  const seconds = /^\d{1,10}$/.test(header.trim())
    ? Number(header)
    : (Date.parse(header) - now.getTime()) / 1000
  return Number.isNaN(seconds) ? null : Math.min(seconds, LONGEST_WAIT_SECONDS)
}

/** Whether the webhook must be disabled. */
export function hasFailedTooLong(failingSince: Date, now: Date): boolean {
  return addSeconds(failingSince, webhookLimits.disabledAfterDays * 24 * 3600) <= now
}
