import { and, asc, eq } from 'drizzle-orm'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { Viewer } from '../../delivery/index.ts'
import type { Ads } from '../ads.ts'
import { insertErrorBeacons } from '../beacons/beacons.ts'
import { type ChannelRow, streamIdOf } from '../channels/channel-row.ts'
import type { AdShape } from '../creatives/shape.ts'
import { insertDecisionFacts, insertSessionFacts } from '../facts/facts.ts'
import { channelPricing } from '../facts/pricing.ts'
import { type DecisionContext, decide, type PlannedBreak } from './decide.ts'
import type { Decision } from './decision.ts'
import { fillersOf } from './fillers.ts'
import { adDecisions, adSessions } from './tables.ts'

const MAX_USER_AGENT = 500

interface SessionRef {
  readonly id: string
  readonly environmentId: string
}

export interface SessionPlan {
  /** What ads must be like. Null for a video without pictures in H.264, which has no ads. */
  readonly shape: AdShape | null
  readonly breaks: readonly PlannedBreak[]
}

/** Starts a session of a viewer, with a decision about each break.
 * @param place where a break is in a live stream */
export async function openSession(
  ads: Ads,
  channel: ChannelRow,
  plan: SessionPlan,
  { address, userAgent: fullUserAgent }: Viewer,
  place: (decision: Decision) => Decision['placed'] = () => null,
): Promise<{ id: string; decisions: readonly Decision[] }> {
  const { environmentId } = channel
  const startedAt = ads.clock.now()
  const id = uuidv7(startedAt.getTime())
  const userAgent = fullUserAgent.slice(0, MAX_USER_AGENT)
  const viewer = { address, userAgent }
  const decided = await decideAll(ads, channel, plan, { sessionId: id, viewer, isTrial: false })
  const decisions = decided.map(({ decision }) => ({ ...decision, placed: place(decision) }))
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
  const { environmentId, adServerTimeoutMs } = channel
  const signal = AbortSignal.timeout(adServerTimeoutMs)
  const context = { ...viewing, environmentId, contentId: streamIdOf(channel), shape, signal }
  const own = { pricing: channelPricing(channel), fillers: fillersOf(channel) }
  return Promise.all(breaks.map((each) => decide(ads, { ...context, ...own }, each)))
}

/**
 * Stores the decision about a break of a live stream. Another process may have decided about it at the same time: then its
 * decision holds.
 * @returns null if the session is gone
 */
export async function addDecision(
  ads: Pick<Ads, 'db' | 'clock' | 'jobs'>,
  session: SessionRef,
  { decision, errors }: Awaited<ReturnType<typeof decide>>,
): Promise<Decision | null> {
  const { id: sessionId } = session
  return ads.db.transaction(async (tx) => {
    const [open] = await tx.select().from(adSessions).where(rowOf(adSessions, session)).for('update')
    if (open === undefined) return null
    const known = await tx.select().from(adDecisions).where(eq(adDecisions.sessionId, sessionId))
    const winner = known.find(({ cueId }) => cueId === decision.cueId)
    if (winner !== undefined) return winner
    const row = { ...decision, position: known.length }
    await tx.insert(adDecisions).values({ sessionId, ...row })
    await insertErrorBeacons(ads, tx, session, row.position, errors)
    await insertDecisionFacts(tx, session, row, ads.clock.now())
    return row
  })
}

/** Keeps where a break of a live stream was, for processes that have not seen it. */
export async function storePlaced(
  { db }: Pick<Ads, 'db'>,
  sessionId: string,
  { position, placed }: Pick<Decision, 'position' | 'placed'>,
): Promise<void> {
  const isIt = and(eq(adDecisions.sessionId, sessionId), eq(adDecisions.position, position))
  await db.update(adDecisions).set({ placed }).where(isIt)
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

/** A session of this channel with its decisions in order. Null if there is no such session. */
export async function getStoredSession(
  ads: Pick<Ads, 'db'>,
  channel: Pick<ChannelRow, 'id' | 'environmentId'>,
  id: string,
): Promise<{ session: typeof adSessions.$inferSelect; decisions: readonly Decision[] } | null> {
  const { environmentId } = channel
  const [session] = await ads.db.select().from(adSessions).where(rowOf(adSessions, { id, environmentId }))
  const decisions = session && (await getDecisions(ads, channel, id))
  return session && decisions ? { session, decisions } : null
}
