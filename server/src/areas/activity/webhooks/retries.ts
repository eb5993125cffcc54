import { webhookLimits } from '@kinora/contract'
import { addSeconds } from '../../../platform/clock.ts'
import type { Posted } from '../../../platform/net/post.ts'

/** How a delivery stands after an attempt. */
export type Outcome =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly at: Date }
  | { readonly kind: 'failed' }
  /** The address said that it wants no more (410): the webhook is to be disabled. */
  | { readonly kind: 'gone' }

const LONGEST_WAIT_SECONDS = 24 * 3600
/** Later by up to a tenth, so that what failed together does not come again together. */
const JITTER = 0.1

/**
 * @param failures failed attempts before this one
 * @param isTest what was sent to see whether it arrives: it is not tried again
 * @param delays seconds to wait after each failed attempt; after the last there is none
 */
export function outcomeOf(
  { status, headers }: Posted,
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
  // Who asks for a moment only would otherwise use up in moments what is meant to last for days.
  const seconds = Math.max(delay, retryAfterSeconds(headers?.['retry-after'], now) ?? 0)
  return { kind: 'retry', at: addSeconds(now, seconds * (1 + Math.random() * JITTER)) }
}

/** Seconds that `Retry-After` asks for (RFC 9110 10.2.3), at most a day. Null where it says nothing. */
function retryAfterSeconds(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null
  const seconds = /^\d{1,10}$/.test(header.trim())
    ? Number(header)
    : (Date.parse(header) - now.getTime()) / 1000
  return Number.isNaN(seconds) ? null : Math.min(seconds, LONGEST_WAIT_SECONDS)
}

/** Whether a webhook has failed for so long that it is given up. */
export function hasFailedTooLong(failingSince: Date, now: Date): boolean {
  return addSeconds(failingSince, webhookLimits.disabledAfterDays * 24 * 3600) <= now
}
