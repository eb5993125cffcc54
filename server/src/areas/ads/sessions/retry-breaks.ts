import { and, eq, gt } from 'drizzle-orm'
import type { Ads } from '../ads.ts'
import type { ChannelRow } from '../channels/channel-row.ts'
import { type Decision, isOpen } from '../decisions/decision.ts'
import type { SessionRef } from '../decisions/session-ref.ts'
import { adDecisions } from '../decisions/tables.ts'
import { replaceDecisionFacts } from '../facts/facts.ts'
import { insertErrorRequests } from '../tracking/record-events.ts'
import type { PlannedBreak } from './ask-break.ts'
import { type Decided, MAX_RETRIES } from './decide.ts'
import { reserveAds } from './reserve-ads.ts'
import type { SessionMemory } from './session-memory.ts'
import { decideSession, getStoredSession, type SessionPlan, startOf, viewingOf } from './sessions.ts'

/** Retries of breaks of videos whose ad servers did not answer. */
export interface BreakRetries {
  /** Decisions for a stitched playlist, which cannot change after it. Open breaks are asked again if this request of the player has
   * not waited for ad servers already, and are then closed for all renditions. @param arrivedMs time of the request */
  beforeListing(session: RetriedSession, arrivedMs: number): Promise<readonly Decision[] | null>
  /** Asks for a break that the player reaches soon, in the background. The last retry is left to `beforeBreak`. */
  aheadOfBreak(session: RetriedSession, position: number): void
  /** Decisions of a session in which ads of a break are needed now. */
  beforeBreak(session: RetriedSession, position: number): Promise<readonly Decision[] | null>
}

interface RetriedSession {
  readonly id: string
  readonly channel: ChannelRow
  plan(): SessionPlan
}

export function breakRetries(ads: Ads, sessions: Pick<SessionMemory, 'get'>): BreakRetries {
  /** Retries in progress. A player requests several renditions at once. */
  const pending = new Map<string, Promise<void>>()

  async function retried(
    { id, channel }: RetriedSession,
    key: string,
    retry: () => Promise<void>,
  ): Promise<readonly Decision[] | null> {
    const decisions = await sessions.get(channel, id)
    if (decisions === null || !decisions.some(isOpen)) return decisions
    const retrying = pending.get(key) ?? retry().finally(() => pending.delete(key))
    pending.set(key, retrying)
    await retrying
    return sessions.get(channel, id)
  }

  const retryAt = (
    session: RetriedSession,
    position: number,
    isWanted: (decision: Decision) => boolean,
    name: string,
  ) =>
    retried(session, `${session.id} ${name} ${position}`, () =>
      retryBreaks(ads, session, (each) => each.position === position && isWanted(each), IN_BACKGROUND),
    )

  return {
    beforeListing: (session, arrivedMs) =>
      retried(session, session.id, async () => {
        const { id, channel } = session
        const hasWaited = arrivedMs - startOf(id) <= channel.adServerTimeoutMs
        if (!hasWaited) await retryBreaks(ads, session, () => true)
        await closeBreaks(ads, id)
      }),
    aheadOfBreak(session, position) {
      const isFirst = (decision: Decision) => decision.retriesLeft === MAX_RETRIES
      retryAt(session, position, isFirst, 'ahead').catch((err: unknown) =>
        ads.log.warn({ err, sessionId: session.id }, 'a break cannot be decided again'),
      )
    },
    // The request ahead can still hang.
    beforeBreak: (session, position) => retryAt(session, position, isOpen, 'now'),
  }
}

/** An answer that comes too late for an asset list is stored for the next one. */
const IN_BACKGROUND = { leadMs: Number.POSITIVE_INFINITY }

/** Asks the ad servers of open breaks again, and stores their answers. */
async function retryBreaks(
  ads: Ads,
  { id, channel, plan: planNow }: RetriedSession,
  isWanted: (decision: Decision) => boolean,
  lead: Pick<SessionPlan, 'leadMs'> = {},
): Promise<void> {
  const stored = await getStoredSession(ads, channel, id)
  const open = stored?.decisions.filter((each) => isOpen(each) && isWanted(each)) ?? []
  if (stored === null || open.length === 0) return
  const viewing = await viewingOf(ads, channel, stored.session)
  const plan = planNow()
  const breaks: SessionPlan['breaks'] = async (asking) => matching(open, await plan.breaks(asking))
  const decided = await decideSession(ads, channel, { ...plan, ...lead, breaks }, viewing, stored.decisions)
  const session = { id, environmentId: channel.environmentId }
  for (const each of decided) await storeRetry(ads, session, each)
  // The plan can have changed since.
  const isPlanned = ({ position }: Decision) => decided.some(({ decision }) => decision.position === position)
  for (const { position } of open.filter((each) => !isPlanned(each))) await closeBreaks(ads, id, position)
}

/** The planned breaks of decisions, with their positions in the session. */
function matching(open: readonly Decision[], planned: readonly PlannedBreak[]): PlannedBreak[] {
  return open.flatMap(({ position, kind, atS }) => {
    const found = planned.find((each) => each.kind === kind && each.atS === atS)
    return found === undefined ? [] : [{ ...found, position }]
  })
}

/** Stores the decision of a retry, unless the break was closed meanwhile. */
async function storeRetry(
  ads: Ads,
  session: SessionRef,
  { decision: chosen, errors }: Decided,
): Promise<void> {
  const { position, exchanges } = chosen
  const at = ads.clock.now()
  await ads.db.transaction(async (tx) => {
    const isStillOpen = isOpenAt(session.id, position)
    const [before] = await tx.select().from(adDecisions).where(isStillOpen).for('update')
    if (before === undefined) return
    const [decision = chosen] = await reserveAds(ads, tx, session, [chosen])
    const retry = MAX_RETRIES - before.retriesLeft + 1
    const isAnswered = !isOpen(chosen)
    const after = isAnswered
      ? { ...decision, decidedAt: at }
      : { ...before, retriesLeft: MAX_RETRIES - retry }
    const log = { exchanges: [...before.exchanges, ...exchanges] }
    await tx
      .update(adDecisions)
      .set({ ...after, ...log })
      .where(isStillOpen)
    await replaceDecisionFacts(tx, session, before, { ...after, exchanges }, before.decidedAt)
    if (isAnswered) await insertErrorRequests(ads, tx, session, position, errors, retry)
  })
}

/** @param position undefined for all breaks */
async function closeBreaks({ db }: Pick<Ads, 'db'>, sessionId: string, position?: number): Promise<void> {
  await db.update(adDecisions).set({ retriesLeft: 0 }).where(isOpenAt(sessionId, position))
}

function isOpenAt(sessionId: string, position: number | undefined) {
  return and(
    eq(adDecisions.sessionId, sessionId),
    position === undefined ? undefined : eq(adDecisions.position, position),
    gt(adDecisions.retriesLeft, 0),
  )
}
