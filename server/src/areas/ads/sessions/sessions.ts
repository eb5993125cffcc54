import { asc, eq } from 'drizzle-orm'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { Viewer } from '../../delivery/index.ts'
import type { Ads } from '../ads.ts'
import { insertErrorBeacons } from '../beacons/beacons.ts'
import type { ChannelRow } from '../channels/channels.ts'
import type { AdShape } from '../creatives/shape.ts'
import { insertSessionFacts } from '../facts/facts.ts'
import { channelPricing } from '../facts/pricing.ts'
import { type DecisionContext, decide, type PlannedBreak } from './decide.ts'
import type { Decision } from './decision.ts'
import { adDecisions, adSessions } from './tables.ts'

const MAX_USER_AGENT = 500

export interface SessionPlan {
  /** What ads must be like. Null for a video without pictures in H.264, which has no ads. */
  readonly shape: AdShape | null
  readonly breaks: readonly PlannedBreak[]
}

/** Starts a session of a viewer, with a decision about each break. */
export async function openSession(
  ads: Ads,
  channel: ChannelRow,
  plan: SessionPlan,
  { address, userAgent: fullUserAgent }: Viewer,
): Promise<{ id: string; decisions: readonly Decision[] }> {
  const { environmentId } = channel
  const startedAt = ads.clock.now()
  const id = uuidv7(startedAt.getTime())
  const userAgent = fullUserAgent.slice(0, MAX_USER_AGENT)
  const viewer = { address, userAgent }
  const decided = await decideAll(ads, channel, plan, { sessionId: id, viewer, isTrial: false })
  const decisions = decided.map(({ decision }) => decision)
  const facts = await ads.viewers.factsOf(channel, id, viewer)
  await ads.db.transaction(async (tx) => {
    await tx
      .insert(adSessions)
      .values({ id, environmentId, channelId: channel.id, address, userAgent, startedAt })
    await insertSessionFacts(tx, { id, environmentId }, channel, facts, decisions, startedAt)
    if (decisions.length === 0) return
    await tx.insert(adDecisions).values(decisions.map((each) => ({ sessionId: id, ...each })))
    for (const { decision, errors } of decided)
      await insertErrorBeacons(ads, tx, { id, environmentId }, decision.position, errors)
  })
  return { id, decisions }
}

/** Asks the ad servers about all breaks at once, for as long as the channel allows. */
export async function decideAll(
  ads: Ads,
  channel: ChannelRow,
  { shape, breaks }: SessionPlan,
  viewing: Pick<DecisionContext, 'sessionId' | 'viewer' | 'isTrial'>,
): Promise<Awaited<ReturnType<typeof decide>>[]> {
  if (shape === null) return []
  const { environmentId, contentId, adServerTimeoutMs } = channel
  const signal = AbortSignal.timeout(adServerTimeoutMs)
  const context = { ...viewing, environmentId, contentId, shape, signal, pricing: channelPricing(channel) }
  return Promise.all(breaks.map((each) => decide(ads, context, each)))
}

/** The decisions of a session of this channel in order. Null if there is no such session. */
export async function getDecisions(
  { db }: Pick<Ads, 'db'>,
  { id: channelId, environmentId }: Pick<ChannelRow, 'id' | 'environmentId'>,
  id: string,
): Promise<readonly Decision[] | null> {
  const [session] = await db
    .select({ channelId: adSessions.channelId })
    .from(adSessions)
    .where(rowOf(adSessions, { id, environmentId }))
  if (session?.channelId !== channelId) return null
  return db.select().from(adDecisions).where(eq(adDecisions.sessionId, id)).orderBy(asc(adDecisions.position))
}
