import { count, min, sum } from 'drizzle-orm'
import type { GaugeGroup } from '../../../platform/gauges/gauges.ts'
import type { Analytics } from '../analytics.ts'
import { viewEventBatches, viewEventSegments } from '../deltas/tables.ts'

/** Events and batches that wait in the database for the warehouse. */
export function sealerGauges({ db, clock }: Pick<Analytics, 'db' | 'clock'>): GaugeGroup {
  return {
    name: 'sealer',
    of: 'installation',
    gauges: {
      kinora_sealer_waiting_events: { help: 'Reports of players that are in no batch yet' },
      kinora_sealer_waiting_batches: { help: 'Batches that the warehouse has not confirmed' },
      kinora_sealer_oldest_seconds: {
        help: 'Age of the oldest report or batch that waits for the warehouse',
      },
    },
    async read() {
      const [[segments], [batches]] = await Promise.all([
        db
          .select({ events: sum(viewEventSegments.events), oldest: min(viewEventSegments.createdAt) })
          .from(viewEventSegments),
        db.select({ batches: count(), oldest: min(viewEventBatches.createdAt) }).from(viewEventBatches),
      ])
      const nowMs = clock.now().getTime()
      const ages = [segments?.oldest, batches?.oldest].map((at) => (at ? nowMs - at.getTime() : 0))
      return [
        { gauge: 'kinora_sealer_waiting_events', value: Number(segments?.events ?? 0) },
        { gauge: 'kinora_sealer_waiting_batches', value: batches?.batches ?? 0 },
        { gauge: 'kinora_sealer_oldest_seconds', value: Math.max(0, ...ages) / 1000 },
      ]
    },
  }
}
