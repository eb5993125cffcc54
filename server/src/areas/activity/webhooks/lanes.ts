import { addSeconds, type Clock } from '../../../platform/clock.ts'

export interface LaneLimits {
  /** Maximum concurrent deliveries of this process. */
  readonly total: number
  /** The same per webhook. */
  readonly perWebhook: number
  /** The same per slow webhook, which occupies its share longer. */
  readonly perSlow: number
}

/** Free capacity for further deliveries. */
export interface Capacity {
  readonly total: number
  /** For recently used webhooks. */
  readonly byWebhook: ReadonlyMap<string, number>
  /** For any other webhook. */
  readonly defaultPerWebhook: number
  /** For recently used environments. */
  readonly byEnvironment: ReadonlyMap<string, number>
  /** For any other environment. */
  readonly defaultPerEnvironment: number
}

interface Lane {
  readonly environmentId: string
  sending: number
  slowAt: Date | null
}

/** Maximum share of one environment, regardless of the number of its webhooks. */
const SHARE_OF_ENVIRONMENT = 1 / 4
/** Maximum share of all slow webhooks together. */
const SHARE_OF_SLOW = 1 / 2
/** How long a webhook is treated as slow after its last delivery. It may be deleted meanwhile. */
const SLOW_FOR_S = 3600

/** Tracks running deliveries per webhook and the remaining capacity. */
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
    const before = addSeconds(clock.now(), -SLOW_FOR_S)
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
