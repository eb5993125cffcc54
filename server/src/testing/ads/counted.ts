import type { analyticsCalls, MetricId, QueryOf } from '@kinora/contract'
import { expect } from 'vitest'
import type { MovableClock } from '../clock.ts'
import type { World } from '../world.ts'

const DAY_S = 24 * 3600

export type TotalsQuery = Partial<QueryOf<(typeof analyticsCalls)['getTotals']>>

/** Time range that includes all sessions of a test. */
export function wholeRange(clock: MovableClock) {
  const after = (days: number) => new Date(clock.now().getTime() + days * DAY_S * 1000).toISOString()
  return { from: after(-60), to: after(1) }
}

export async function adTotals(
  { owner }: World,
  clock: MovableClock,
  metrics: readonly MetricId[],
  query: TotalsQuery = {},
) {
  const { items } = await owner.call('getTotals', {
    query: { ...wholeRange(clock), ...query, metrics: [...metrics] },
  })
  return items.map(({ total }) => total)
}

/** Waits until all facts are in the warehouse. */
export async function untilCounted(world: World, clock: MovableClock): Promise<void> {
  // The first query opens the warehouse.
  await adTotals(world, clock, ['ad-sessions'])
  const waiting = 'SELECT id::text FROM ad_facts UNION ALL SELECT id::text FROM view_event_batches'
  await expect.poll(() => world.sql(waiting)).toEqual([])
}
