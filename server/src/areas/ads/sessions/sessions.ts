import { setTimeout as pause } from 'node:timers/promises'
import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { SessionRequest } from '../../delivery/index.ts'
import type { Ads } from '../ads.ts'
import type { ChannelRow, WatchedContent } from '../channels/channel-row.ts'
import type { AdShape } from '../creatives/shape.ts'
import type { Decision } from '../decisions/decision.ts'
import type { SessionRef } from '../decisions/session-ref.ts'
import { adDecisions, adSessions } from '../decisions/tables.ts'
import { insertBreakLength } from '../facts/break-lengths.ts'
import { insertDecisionFacts, insertSessionFacts } from '../facts/facts.ts'
import type { Viewing } from '../facts/viewing.ts'
import { readLabels, readParams } from '../rules/session-params.ts'
import { insertErrorRequests } from '../tracking/record-events.ts'
import { type Asking, type PlannedBreak, serversOf } from './ask-break.ts'
import { budgetMs } from './budget.ts'
import { type Decided, decideBreaks } from './decide.ts'
import { reserveAds } from './reserve-ads.ts'

const MAX_USER_AGENT = 500
/** Time that the first playlist of a session waits for ad servers. */
const FIRST_WAIT_MS = 300
/** Pauses between looks for a session that another process stores. Together longer than the longest time budget of ad servers. */
const LOOK_PAUSES_MS = [50, 100, 200, 400, 800, 1200, 1250]
const LOOK_FOR_MS = 4000

type SpliceOf = (decision: Decision) => Decision['splice']

export interface SessionPlan {
  readonly content: WatchedContent
  /** Shape of the ads. Null for a video without H.264 renditions, which gets no ads. */
  readonly shape: AdShape | null
  /** Breaks in order. Can request a VMAP document. */
  breaks(asking: Asking): Promise<readonly PlannedBreak[]>
  /** Milliseconds until a viewer needs the decisions. Default: a viewer waits already. */
  readonly leadMs?: number
}

/** Opens a session of a viewer, and decides about its breaks. The first playlist waits a short time for decisions. Later ones wait
 * until they are stored (`storedSession`).
 * @param spliceOf finds the splice of a break in a live stream @returns no decisions if they take longer */
export async function openSession(
  ads: Ads,
  channel: ChannelRow,
  plan: SessionPlan,
  { viewer: given, query }: SessionRequest,
  spliceOf: SpliceOf = () => null,
): Promise<{ viewing: Viewing; decisions: readonly Decision[] }> {
  const startedAt = ads.clock.now()
  const id = uuidv7(startedAt.getTime())
  const viewer = { ...given, userAgent: given.userAgent.slice(0, MAX_USER_AGENT) }
  const params = readParams(query)
  const facts = { ...(await ads.viewers.factsOf(channel, id, viewer)), ...readLabels(query) }
  const viewing: Viewing = { sessionId: id, viewer, facts, params, isTrial: false }
  const stored = decideSession(ads, channel, plan, viewing).then((decided) =>
    storeSession(ads, channel, viewing, decided, startedAt, spliceOf),
  )
  const decisions = await Promise.race([stored, pause(FIRST_WAIT_MS, null, { ref: false })])
  if (decisions === null) {
    ads.deciding.set(id, settled(ads, id, stored))
    // If this process dies now, the viewer sees the video without ads.
    const undecided = { ...rowOfSession(channel, viewing, startedAt), isDecided: false }
    await ads.db.insert(adSessions).values(undecided).onConflictDoNothing()
  }
  return { viewing, decisions: decisions ?? [] }
}

/** Resolves when the decisions of a session are stored, or cannot be. */
function settled({ deciding, log }: Ads, sessionId: string, stored: Promise<unknown>): Promise<void> {
  return stored
    .then(
      () => undefined,
      (err: unknown) => log.error({ err, sessionId }, 'a session with ads cannot be stored'),
    )
    .finally(() => setImmediate(() => deciding.delete(sessionId)))
}

function rowOfSession(channel: ChannelRow, { sessionId, viewer, params }: Viewing, startedAt: Date) {
  return {
    id: sessionId,
    environmentId: channel.environmentId,
    channelId: channel.id,
    address: viewer.address,
    userAgent: viewer.userAgent,
    params,
    startedAt,
    playsFrom: startedAt,
  }
}

async function storeSession(
  ads: Ads,
  channel: ChannelRow,
  viewing: Viewing,
  decided: readonly Decided[],
  startedAt: Date,
  spliceOf: SpliceOf,
): Promise<readonly Decision[]> {
  const { sessionId: id, facts } = viewing
  const { environmentId } = channel
  const chosen = decided.map(({ decision }) => decision)
  return ads.db.transaction(async (tx) => {
    const reserved = await reserveAds(ads, tx, { id, environmentId }, chosen)
    const decisions = reserved.map((decision) => ({ ...decision, splice: spliceOf(decision) }))
    await tx
      .insert(adSessions)
      .values(rowOfSession(channel, viewing, startedAt))
      .onConflictDoUpdate({ target: adSessions.id, set: { isDecided: true } })
    await insertSessionFacts(tx, { id, environmentId }, channel, facts, decisions, startedAt)
    if (decisions.length === 0) return decisions
    const common = { sessionId: id, decidedAt: startedAt }
    await tx.insert(adDecisions).values(decisions.map((each) => ({ ...common, ...each })))
    for (const { decision, errors } of decided)
      await insertErrorRequests(ads, tx, { id, environmentId }, decision.position, errors)
    return decisions
  })
}

/** Reads a session as soon as its decisions are stored, also by another process. @returns null if there is no such session */
export async function storedSession<T>(
  { clock, deciding }: Pick<Ads, 'clock' | 'deciding'>,
  id: string,
  read: () => Promise<T | null>,
): Promise<T | null> {
  await deciding.get(id)
  for (const pauseMs of LOOK_PAUSES_MS) {
    const found = await read()
    if (found !== null || !isNew(clock, id)) return found
    await pause(pauseMs)
  }
  return read()
}

/** Whether the decisions of a session can still be stored. */
function isNew(clock: Ads['clock'], id: string): boolean {
  return clock.now().getTime() - startOf(id) < LOOK_FOR_MS
}

/** Time in the ID of a session (RFC 9562, 5.7). */
export const startOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/** Plans breaks of a session and decides about them within the time budget. @param earlier decisions of the session */
export async function decideSession(
  ads: Ads,
  channel: ChannelRow,
  { shape, content, breaks, leadMs = 0 }: SessionPlan,
  viewing: Viewing,
  earlier: readonly Decision[] = [],
): Promise<Decided[]> {
  if (shape === null) return []
  const signal = AbortSignal.timeout(budgetMs(channel.adServerTimeoutMs, leadMs))
  const asking = { channel, content, viewing, signal, servers: serversOf(ads, channel, viewing) }
  return decideBreaks(ads, asking, shape, await breaks(asking), earlier)
}

/**
 * Stores the decision about a live break. If another process has stored one already, that one is returned.
 * @returns null if the session is gone
 */
export async function addDecision(
  ads: Pick<Ads, 'db' | 'clock' | 'jobs' | 'offers'>,
  session: SessionRef,
  { decision, errors }: Decided,
): Promise<Decision | null> {
  const { id: sessionId } = session
  return ads.db.transaction(async (tx) => {
    const [open] = await tx.select().from(adSessions).where(rowOf(adSessions, session)).for('update')
    if (open === undefined) return null
    const known = await tx.select().from(adDecisions).where(eq(adDecisions.sessionId, sessionId))
    const winner = known.find(({ cueId }) => cueId === decision.cueId)
    if (winner !== undefined) return winner
    const chosen = { ...decision, position: known.length }
    const [row = chosen] = await reserveAds(ads, tx, session, [chosen])
    const at = ads.clock.now()
    await tx.insert(adDecisions).values({ sessionId, decidedAt: at, ...row })
    await insertErrorRequests(ads, tx, session, row.position, errors)
    await insertDecisionFacts(tx, session, row, at)
    await insertBreakLength(tx, session, row, at)
    return row
  })
}

/** Splice of a decided break. */
export interface DecisionSplice extends Pick<Decision, 'position' | 'splice'> {
  readonly sessionId: string
}

/** Stores the splices of live breaks. Of several splices of a break, the last one is stored. */
export async function storeSplices(
  { db }: Pick<Ads, 'db'>,
  decisions: readonly DecisionSplice[],
): Promise<void> {
  const last = new Map(decisions.map((each) => [`${each.sessionId} ${each.position}`, each]))
  await db.execute(sql`UPDATE ${adDecisions} AS own SET placed = given.splice
    FROM jsonb_to_recordset(${JSON.stringify([...last.values()])}::jsonb)
      AS given ("sessionId" uuid, position int, splice jsonb)
    WHERE own.session_id = given."sessionId" AND own.position = given.position`)
}

/** The viewer of a stored session. */
export async function viewingOf(
  { viewers }: Pick<Ads, 'viewers'>,
  channel: ChannelRow,
  { id: sessionId, address, userAgent, params }: typeof adSessions.$inferSelect,
): Promise<Viewing> {
  const viewer = { address, userAgent }
  return {
    sessionId,
    viewer,
    facts: await viewers.factsOf(channel, sessionId, viewer),
    params,
    isTrial: false,
  }
}

/** Decisions of a session of this channel in order, without requests. Null if there is no such session, or its decisions are still
 * expected. */
export async function getDecisions(
  { db, clock }: Pick<Ads, 'db' | 'clock'>,
  { id: channelId, environmentId }: Pick<ChannelRow, 'id' | 'environmentId'>,
  id: string,
): Promise<readonly Decision[] | null> {
  const [session] = await db
    .select({ channelId: adSessions.channelId, isDecided: adSessions.isDecided })
    .from(adSessions)
    .where(rowOf(adSessions, { id, environmentId }))
  if (session?.channelId !== channelId || (!session.isDecided && isNew(clock, id))) return null
  const exchanges = sql<Decision['exchanges']>`'[]'::jsonb`
  return db
    .select({ ...getTableColumns(adDecisions), exchanges })
    .from(adDecisions)
    .where(eq(adDecisions.sessionId, id))
    .orderBy(asc(adDecisions.position))
}

/** A session of this channel with its decisions in order. Null if there is no such session. */
export async function getStoredSession(
  ads: Pick<Ads, 'db' | 'clock'>,
  channel: Pick<ChannelRow, 'id' | 'environmentId'>,
  id: string,
): Promise<{ session: typeof adSessions.$inferSelect; decisions: readonly Decision[] } | null> {
  const { environmentId } = channel
  const [session] = await ads.db.select().from(adSessions).where(rowOf(adSessions, { id, environmentId }))
  const decisions = session && (await getDecisions(ads, channel, id))
  return session && decisions ? { session, decisions } : null
}
