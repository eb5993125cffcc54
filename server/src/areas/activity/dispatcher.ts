import { setTimeout as pause } from 'node:timers/promises'
import { webhookLimits } from '@kinora/contract'
import { repeat } from '../../platform/repeat.ts'
import type { Activity } from './activity.ts'
import { attempt, recordAttempt } from './attempts.ts'
import { type Claimed, type ClaimLimits, claimDue } from './claims.ts'
import { fanOut, type Rest } from './fan-out.ts'

export interface DispatchOptions extends ClaimLimits {
  /** Deliveries at once from this process. */
  readonly inAll: number
  /** Seconds to wait after each failed attempt. */
  readonly retryDelays: readonly number[]
}

const usual: DispatchOptions = {
  inAll: 128,
  perWebhook: 16,
  perFailing: 2,
  // Longer than an attempt can take, with what is written down after it.
  leaseMs: (webhookLimits.timeoutSeconds + 30) * 1000,
  retryDelays: webhookLimits.retryDelays,
}

/** Also without a word from the bus, which may have been away. */
const FAN_OUT_EVERY_MS: Record<Rest, number> = { more: 0, pending: 50, nothing: 5_000 }
const CLAIM_EVERY_MS = 1_000
const STOP_WITHIN_MS = 5_000

/** Tells webhooks of events, beside any number of other processes that do the same. Answers how to stop. */
export function startDispatching(
  activity: Activity,
  options: Partial<DispatchOptions> = {},
): () => Promise<void> {
  const { bus, log } = activity
  const limits = { ...usual, ...options }
  const underWay = new Set<Promise<void>>()
  const sending = new Map<string, number>()

  const fanning = repeat(async () => FAN_OUT_EVERY_MS[await fanOut(activity)], 'queueing for webhooks', log)
  const claiming = repeat(
    async () => {
      const free = limits.inAll - underWay.size
      const claimed = free > 0 ? await claimDue(activity, free, sending, limits) : []
      for (const each of claimed) begin(each)
      return CLAIM_EVERY_MS
    },
    'sending to webhooks',
    log,
  )

  function begin(claimed: Claimed): void {
    const { webhookId } = claimed
    sending.set(webhookId, (sending.get(webhookId) ?? 0) + 1)
    const work = send(activity, claimed, limits.retryDelays).finally(() => {
      underWay.delete(work)
      const left = (sending.get(webhookId) ?? 1) - 1
      if (left > 0) sending.set(webhookId, left)
      else sending.delete(webhookId)
      claiming.wake()
    })
    underWay.add(work)
  }

  const stopEvents = bus.subscribe('events', fanning.wake)
  const stopDeliveries = bus.subscribe('deliveries', claiming.wake)
  return async () => {
    stopEvents()
    stopDeliveries()
    await Promise.all([fanning.stop(), claiming.stop()])
    // What is not done by then is sent again by another, once its lease is over.
    await Promise.race([Promise.all(underWay), pause(STOP_WITHIN_MS, undefined, { ref: false })])
  }
}

async function send(activity: Activity, claimed: Claimed, retryDelays: readonly number[]): Promise<void> {
  try {
    const made = await attempt(activity, claimed.letter)
    const disabled = await recordAttempt(activity, claimed, made, retryDelays)
    if (disabled !== null) await activity.notifyOwner(disabled)
  } catch (err) {
    // Whatever was not written down is tried again once the lease is over.
    activity.log.warn({ err, deliveryId: claimed.id }, 'an attempt to tell a webhook was not written down')
  }
}
