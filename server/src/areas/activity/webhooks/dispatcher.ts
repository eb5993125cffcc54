import { setTimeout as pause } from 'node:timers/promises'
import { webhookLimits } from '@kinora/contract'
import { repeat } from '../../../platform/jobs/repeat.ts'
import type { DispatchContext } from '../activity.ts'
import { recordAttempt, sendAttempt } from './attempts.ts'
import { type Claimed, claimDue } from './claims.ts'
import { type LaneLimits, openLanes } from './lanes.ts'

export interface DispatchOptions extends LaneLimits {
  /** Attempts that take longer are slow. */
  readonly slowMs: number
  /** Longer than an attempt and the write of its result. */
  readonly leaseMs: number
  /** Seconds to wait after each failed attempt. */
  readonly retryDelays: readonly number[]
}

const usual: DispatchOptions = {
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
const GATHER_MS = 20
const STOP_WITHIN_MS = 5_000

/** Sends queued deliveries. Several processes can do so at once. Returns a function that stops it. */
export function startDispatching(
  activity: DispatchContext,
  options: Partial<DispatchOptions> = {},
): () => Promise<void> {
  const { bus, log } = activity
  const limits = { ...usual, ...options }
  const underWay = new Set<Promise<void>>()
  const lanes = openLanes(limits, activity.clock)

  const claiming = repeat(
    async () => {
      await pause(GATHER_MS)
      const capacity = lanes.capacity()
      const claimed = capacity.total > 0 ? await claimDue(activity, capacity, limits.leaseMs) : []
      for (const each of claimed) begin(each)
      return CLAIM_EVERY_MS
    },
    'sending to webhooks',
    log,
  )

  function begin(claimed: Claimed): void {
    lanes.enter(claimed.webhookId, claimed.environmentId)
    const startedAt = performance.now()
    const work = send(activity, claimed, limits.retryDelays).finally(() => {
      underWay.delete(work)
      lanes.leave(claimed.webhookId, { wasSlow: performance.now() - startedAt > limits.slowMs })
      claiming.wake()
    })
    underWay.add(work)
  }

  const unsubscribe = bus.subscribe('deliveries', claiming.wake)
  return async () => {
    unsubscribe()
    await claiming.stop()
    // Another process sends unfinished deliveries when their lease expires.
    await Promise.race([Promise.all(underWay), pause(STOP_WITHIN_MS, undefined, { ref: false })])
  }
}

async function send(
  activity: DispatchContext,
  claimed: Claimed,
  retryDelays: readonly number[],
): Promise<void> {
  try {
    const made = await sendAttempt(activity, claimed.message)
    await recordAttempt(activity, claimed, made, retryDelays)
  } catch (err) {
    // Attempts without a recorded result are repeated when the lease expires.
    activity.log.warn({ err, deliveryId: claimed.id }, 'an attempt to tell a webhook was not written down')
  }
}
