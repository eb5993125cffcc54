import { setTimeout as pause } from 'node:timers/promises'
import { webhookLimits } from '@kinora/contract'
import { repeat } from '../../../platform/jobs/repeat.ts'
import type { DispatchContext } from '../activity.ts'
import { recordAttempt, sendAttempt } from './attempts.ts'
import { type ClaimedDelivery, claimDue } from './claims.ts'
import { deliveryChannel } from './fan-out.ts'
import { type LaneLimits, openLanes } from './lanes.ts'

export interface DispatchOptions extends LaneLimits {
  /** Attempts that take longer are slow. */
  readonly slowMs: number
  /** Longer than an attempt and the write of its result. */
  readonly leaseMs: number
  /** Seconds to wait after each failed attempt. */
  readonly retryDelays: readonly number[]
}

const defaults: DispatchOptions = {
  total: 256,
  perWebhook: 16,
  perSlow: 2,
  slowMs: 3_000,
  leaseMs: (webhookLimits.timeoutSeconds + 30) * 1000,
  retryDelays: webhookLimits.retryDelays,
}

/** Polling interval, in case a bus message is lost. */
const CLAIM_EVERY_MS = 1_000
/** Deliveries queued within this time are claimed together. */
const BATCH_DELAY_MS = 20
const STOP_WITHIN_MS = 5_000

/** Sends queued deliveries. Several processes can do so at once. Returns a function that stops it. */
export function startDispatching(
  activity: DispatchContext,
  options: Partial<DispatchOptions> = {},
): () => Promise<void> {
  const { bus, log } = activity
  const limits = { ...defaults, ...options }
  const running = new Set<Promise<void>>()
  const lanes = openLanes(limits, activity.clock)

  const claiming = repeat(
    async () => {
      await pause(BATCH_DELAY_MS)
      const capacity = lanes.capacity()
      const claimed = capacity.total > 0 ? await claimDue(activity, capacity, limits.leaseMs) : []
      for (const each of claimed) start(each)
      return CLAIM_EVERY_MS
    },
    'sending to webhooks',
    log,
  )

  function start(claimed: ClaimedDelivery): void {
    lanes.enter(claimed.webhookId, claimed.environmentId)
    const startedAt = performance.now()
    const work = send(activity, claimed, limits.retryDelays).finally(() => {
      running.delete(work)
      lanes.leave(claimed.webhookId, { wasSlow: performance.now() - startedAt > limits.slowMs })
      claiming.wake()
    })
    running.add(work)
  }

  const unsubscribe = bus.subscribe(deliveryChannel, claiming.wake)
  return async () => {
    unsubscribe()
    await claiming.stop()
    // Another process sends unfinished deliveries when their lease expires.
    await Promise.race([Promise.all(running), pause(STOP_WITHIN_MS, undefined, { ref: false })])
  }
}

async function send(
  activity: DispatchContext,
  claimed: ClaimedDelivery,
  retryDelays: readonly number[],
): Promise<void> {
  try {
    const made = await sendAttempt(activity, claimed.message)
    await recordAttempt(activity, claimed, made, retryDelays)
  } catch (err) {
    // Attempts without a recorded result are repeated when the lease expires.
    activity.log.warn({ err, deliveryId: claimed.id }, 'an attempt of a webhook delivery was not stored')
  }
}
