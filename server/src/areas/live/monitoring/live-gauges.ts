import { count, eq, gt, isNull, sum } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { GaugeGroup } from '../../../platform/gauges/gauges.ts'
import type { Live } from '../live.ts'
import { liveSessions } from '../sessions/tables.ts'
import { NODE_SEEN_S } from '../streams/ingest-addresses.ts'
import { liveNodes, liveStreams } from '../streams/tables.ts'
import { VIEWERS_SEEN_S } from './health-store.ts'
import { liveViewers } from './tables.ts'

/** Live streams of all environments, their viewers, and the nodes that serve them. */
export function liveGauges({ db, clock }: Pick<Live, 'db' | 'clock'>): GaugeGroup {
  return {
    name: 'live',
    of: 'installation',
    gauges: {
      kinora_live_streams_on: { help: 'Live streams with a signal' },
      kinora_live_sessions: { help: 'Open sessions of live streams, including those that wait for a signal' },
      kinora_live_viewers: { help: 'Viewers of live streams' },
      kinora_live_nodes: { help: 'Running nodes that accept live streams' },
    },
    async read() {
      const now = clock.now()
      const [streams, sessions, viewers, nodes] = await Promise.all([
        db.select({ n: count() }).from(liveStreams).where(eq(liveStreams.status, 'active')),
        db.select({ n: count() }).from(liveSessions).where(isNull(liveSessions.endedAt)),
        db
          .select({ n: sum(liveViewers.viewers) })
          .from(liveViewers)
          .where(gt(liveViewers.seenAt, addSeconds(now, -VIEWERS_SEEN_S))),
        db
          .select({ n: count() })
          .from(liveNodes)
          .where(gt(liveNodes.seenAt, addSeconds(now, -NODE_SEEN_S))),
      ])
      const reading = (gauge: string, [row]: readonly { readonly n: number | string | null }[]) => ({
        gauge,
        value: Number(row?.n ?? 0),
      })
      return [
        reading('kinora_live_streams_on', streams),
        reading('kinora_live_sessions', sessions),
        reading('kinora_live_viewers', viewers),
        reading('kinora_live_nodes', nodes),
      ]
    },
  }
}
