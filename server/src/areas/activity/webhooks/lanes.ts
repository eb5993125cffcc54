import { addSeconds, type Clock } from '../../../platform/clock.ts'

export interface LaneLimits {
  /** Deliveries at once from this process. */
  readonly total: number
  /** The same to one webhook. */
  readonly perWebhook: number
  /** The same to one whose last attempt was slow: it keeps its capacity for long. */
  readonly perSlow: number
}

/** How much more may be sent at once. */
export interface Capacity {
  readonly total: number
  /** To webhooks that were sent to lately. */
  readonly byWebhook: ReadonlyMap<string, number>
  /** To any other webhook. */
  readonly defaultPerWebhook: number
  /** In environments that were sent to lately. */
  readonly byEnvironment: ReadonlyMap<string, number>
  /** In any other environment. */
  readonly defaultPerEnvironment: number
}

interface Lane {
  readonly environmentId: string
  sending: number
  slowAt: Date | null
}

/** However many webhooks an environment has: all others have the rest. */
const SHARE_OF_ENVIRONMENT = 1 / 4
/** However many webhooks are slow: the quick have the rest. */
const SHARE_OF_SLOW = 1 / 2
/** So long one is known as slow after it was last sent to; it may be deleted by then. */
const REMEMBERED_S = 3600

/** What is under way to each webhook, and what therefore may still be sent. */
export function openLanes({ total, perWebhook, perSlow }: LaneLimits, clock: Clock) {
  const lanes = new Map<string, Lane>()

  return {
    enter(webhookId: string, environmentId: string): void {
      const lane = lanes.get(webhookId) ?? { environmentId, sending: 0, slowAt: null }
      lanes.set(webhookId, lane)
      lane.sending += 1
    },
    leave(webhookId: string, { wasSlow }: { wasSlow: boolean }): void {
      const lane = lanes.get(webhookId)
      if (lane === undefined) return
      lane.sending -= 1
      lane.slowAt = wasSlow ? clock.now() : null
      if (lane.sending === 0 && !wasSlow) lanes.delete(webhookId)
    },
    capacity(): Capacity {
      deleteIdle()
      return {
        total: total - sendingOf(lanes.values()),
        byWebhook: webhookCapacity(),
        defaultPerWebhook: perWebhook,
        byEnvironment: environmentCapacity(),
        defaultPerEnvironment: share(SHARE_OF_ENVIRONMENT),
      }
    },
  }

  function deleteIdle(): void {
    const before = addSeconds(clock.now(), -REMEMBERED_S)
    for (const [webhookId, { sending, slowAt }] of lanes)
      if (sending === 0 && slowAt !== null && slowAt <= before) lanes.delete(webhookId)
  }

  function webhookCapacity(): Map<string, number> {
    const slow = [...lanes.values()].filter(({ slowAt }) => slowAt !== null)
    let left = share(SHARE_OF_SLOW) - sendingOf(slow)
    const capacity = new Map<string, number>()
    for (const [webhookId, { sending, slowAt }] of lanes) {
      const own = (slowAt === null ? perWebhook : Math.min(perSlow, left + sending)) - sending
      if (slowAt !== null) left -= Math.max(0, own)
      capacity.set(webhookId, own)
    }
    return capacity
  }

  function environmentCapacity(): Map<string, number> {
    const ofEnvironments = Map.groupBy(lanes.values(), ({ environmentId }) => environmentId)
    const left = (of: readonly Lane[]) => share(SHARE_OF_ENVIRONMENT) - sendingOf(of)
    return new Map([...ofEnvironments].map(([environmentId, of]) => [environmentId, left(of)]))
  }

  function share(part: number): number {
    return Math.max(1, Math.floor(total * part))
  }
}

function sendingOf(lanes: Iterable<Lane>): number {
  return Iterator.from(lanes).reduce((sum, { sending }) => sum + sending, 0)
}
