import type { AdServerState, AdSkipReason } from '@kinora/contract'
import { and, count, eq, gt, inArray, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Ads } from '../ads.ts'
import { adDecisions, adSessions } from '../sessions/tables.ts'

const RECENT_SECONDS = 600
/** Fewer decisions say nothing. */
const ENOUGH = 3
/** Of the answers of an ad server that is failing. */
const FAILING_SHARE = 0.5
/** Faults of ad servers. */
const faults: readonly AdSkipReason[] = [
  ...(['server-timeout', 'server-failed', 'server-paused', 'address-refused'] as const),
  ...(['answer-too-large', 'answer-invalid', 'version-unsupported', 'too-many-wrappers'] as const),
]

/** How the ad servers of channels answered in the sessions of the last ten minutes. Channels without enough are left out. */
export async function adServerStates(
  { db, clock }: Pick<Ads, 'db' | 'clock'>,
  environmentId: string,
  channelIds: readonly string[],
): Promise<Map<string, AdServerState>> {
  if (channelIds.length === 0) return new Map()
  const { channelId } = adSessions
  const isFault = inArray(adDecisions.reason, [...faults])
  const rows = await db
    .select({ channelId, all: count(), failed: sql`count(*) FILTER (WHERE ${isFault})`.mapWith(Number) })
    .from(adSessions)
    .innerJoin(adDecisions, eq(adDecisions.sessionId, adSessions.id))
    .where(
      and(
        ...[eq(adSessions.environmentId, environmentId), inArray(channelId, [...channelIds])],
        gt(adSessions.startedAt, addSeconds(clock.now(), -RECENT_SECONDS)),
      ),
    )
    .groupBy(channelId)
  return new Map(
    rows.flatMap(({ channelId: id, all, failed }): [string, AdServerState][] =>
      all < ENOUGH ? [] : [[id, failed / all >= FAILING_SHARE ? 'failing' : 'answering']],
    ),
  )
}
