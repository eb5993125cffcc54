import type { AdServerState, AdSkipReason } from '@kinora/contract'
import { and, count, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import type { Platform } from '../../../platform/platform.ts'
import { adDecisions, adSessions } from '../decisions/tables.ts'
import { streamIdOf } from './channel-row.ts'
import { adChannels, adServerStates as announced } from './tables.ts'

const RECENT_SECONDS = 600
/** Decisions that are needed for a state. */
const ENOUGH = 3
/** Share of failed decisions from which an ad server is failing. */
const FAILING_SHARE = 0.5
/** Reasons that are faults of ad servers. */
const faults: readonly AdSkipReason[] = [
  'server-timeout',
  'server-failed',
  'server-paused',
  'address-refused',
  'answer-too-large',
  'answer-invalid',
  'version-unsupported',
  'too-many-wrappers',
]

/** Availability of the ad servers of channels in the last ten minutes. Channels with too few decisions are missing. */
export async function adServerStates(
  ads: Pick<Platform, 'db' | 'clock'>,
  environmentId: string,
  channelIds: readonly string[],
): Promise<Map<string, AdServerState>> {
  if (channelIds.length === 0) return new Map()
  const { channelId } = adSessions
  const states = await recentStates(
    ads,
    and(eq(adSessions.environmentId, environmentId), inArray(channelId, [...channelIds])),
  )
  return new Map(states.map(({ id, state }) => [id, state]))
}

interface ChannelState {
  readonly id: string
  readonly environmentId: string
  readonly state: AdServerState
}

/** @param where undefined for channels of all environments */
async function recentStates(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  where: SQL | undefined,
): Promise<ChannelState[]> {
  const { channelId: id, environmentId } = adSessions
  const isFault = inArray(adDecisions.reason, [...faults])
  const rows = await db
    .select({
      id,
      environmentId,
      all: count(),
      failed: sql`count(*) FILTER (WHERE ${isFault})`.mapWith(Number),
    })
    .from(adSessions)
    .innerJoin(adDecisions, eq(adDecisions.sessionId, adSessions.id))
    .where(and(where, gt(adDecisions.decidedAt, addSeconds(clock.now(), -RECENT_SECONDS))))
    .groupBy(id, environmentId)
  return rows.flatMap(({ all, failed, ...channel }) =>
    all < ENOUGH ? [] : [{ ...channel, state: failed / all >= FAILING_SHARE ? 'failing' : 'answering' }],
  )
}

/** Notifies subscribers once when the ad servers of a channel fail, and once when they answer again. */
export async function announceServerStates(ads: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  for (const channel of await recentStates(ads, undefined)) await announce(ads, channel)
}

async function announce({ db, clock }: Pick<Platform, 'db' | 'clock'>, channel: ChannelState): Promise<void> {
  const { environmentId, state } = channel
  const at = clock.now()
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(adChannels).where(rowOf(adChannels, channel)).for('update')
    if (row === undefined) return
    const isKnown = and(eq(announced.environmentId, environmentId), eq(announced.channelId, channel.id))
    const [known] = await tx.select({ state: announced.state }).from(announced).where(isKnown)
    // Before the first notification, subscribers assume that ad servers answer.
    if ((known?.state ?? 'answering') === state) return
    const values = { channelId: channel.id, environmentId, state, since: at }
    await tx
      .insert(announced)
      .values(values)
      .onConflictDoUpdate({ target: announced.channelId, set: { state, since: at } })
    const { id, name, enabled, playbackId } = row
    await recordChange(
      tx,
      null,
      {
        environmentId,
        object: { type: 'ad_channel', id, name },
        event: {
          type: `video.ad_channel.ad_server_${state}`,
          data: { name, streamId: streamIdOf(row), enabled, playbackId },
        },
      },
      at,
    )
  })
}
