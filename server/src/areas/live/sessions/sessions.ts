import { and, eq, gte, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Database, Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { Live } from '../live.ts'
import { streamIdle } from '../streams/states.ts'
import type { StreamRef } from '../streams/stream-changes.ts'
import { liveNodes, liveStreams } from '../streams/tables.ts'
import { liveHold, prolongHold } from './live-hold.ts'
import { isMeteringDue, meterSession, minuteOf } from './metering.ts'
import { liveSessions, type SessionRow } from './tables.ts'

/** Length of a lease in seconds. Nodes renew it every 2 s. */
export const LEASE_S = 6
/** Time after the lease that counts if the same node renews it: without the database, it ran on. */
const LATE_S = 60
/** The longest time that one renewal meters. What is left over is metered by the next ones. */
const MAX_METERED_S = 3600

/** Opens a session of the stream on this node, or takes over one whose lease has expired. Null if another node has the
 * session. */
export async function openSession(
  live: Pick<Live, 'db' | 'clock' | 'usage' | 'log'>,
  { id: streamId, environmentId }: StreamRef,
  nodeId: string,
): Promise<SessionRow | null> {
  const { db, clock } = live
  const now = clock.now()
  const lease = { nodeId, leaseUntil: addSeconds(now, LEASE_S) }
  const isLeft = and(isOpen(streamId, environmentId), lte(liveSessions.leaseUntil, now))
  const taken = await db.transaction(async (tx) => {
    await lockBefore(tx, { id: streamId, environmentId }, 'key share')
    const [left] = await tx.select().from(liveSessions).where(isLeft).for('no key update')
    return left && resumeSession(live, tx, left, left.leaseUntil, lease)
  })
  if (taken !== undefined) return taken
  const [opened] = await db
    .insert(liveSessions)
    .values({ id: uuidv7(now.getTime()), streamId, environmentId, startedAt: now, ...lease })
    .onConflictDoNothing()
    .returning()
  return opened ?? null
}

/** Continues a locked session that no node had for some time. Nothing ran from `ranUntil` to now. */
async function resumeSession(
  live: Pick<Live, 'clock' | 'usage' | 'log'>,
  tx: Transaction,
  session: SessionRow,
  until: Date,
  change: Partial<SessionRow>,
): Promise<SessionRow | undefined> {
  await meterLast(live, tx, session, until, false)
  const now = live.clock.now()
  const { meteredUntil } = session
  const [row] = await tx
    .update(liveSessions)
    .set({ ...change, meteredUntil: meteredUntil !== null && meteredUntil > now ? meteredUntil : now })
    .where(rowOf(liveSessions, session))
    .returning()
  return row
}

/** Meters what a session ran until it ended, which ends its reservation too, or until its node left it. A stream goes on, and ends, also if its usage cannot be
 * recorded. */
async function meterLast(
  { usage, log }: Pick<Live, 'usage' | 'log'>,
  tx: Transaction,
  session: SessionRow,
  until: Date,
  isEnd: boolean,
): Promise<void> {
  try {
    await tx.transaction(async (inner) => {
      await meterSession({ usage }, inner, session, until)
      if (isEnd) await usage.settle(inner, liveHold(session.streamId))
    })
  } catch (err) {
    log.error({ err, sessionId: session.id }, 'the last minutes of a live session are not metered')
  }
}

type Renewal = Pick<SessionRow, 'outputs' | 'nextMsn' | 'targetS'>

/** Renews the lease, then meters. False if another node has taken the session, or the stream was deleted.
 * @param isTest whether the test signal is published; null without a publisher */
export async function renewSession(
  live: Pick<Live, 'db' | 'clock' | 'usage' | 'log'>,
  session: SessionRow,
  renewal: Renewal,
  isTest: boolean | null = null,
): Promise<boolean> {
  const { db, clock, log } = live
  const now = clock.now()
  const lease = { leaseUntil: addSeconds(now, LEASE_S), ...renewal }
  const isValid = gte(liveSessions.leaseUntil, addSeconds(now, -LATE_S))
  const [row] = await db
    .update(liveSessions)
    .set(lease)
    .where(and(isOwn(session), isValid))
    .returning()
  if (row === undefined) return renewLate(live, session, lease)
  if (!isMeteringDue(row, now) && !isOther(row, isTest)) return true
  try {
    await db.transaction((tx) => meterOwn(live, tx, session, now, isTest))
  } catch (err) {
    // The next renewal does it. The node has to know that the session is its own.
    log.error({ err, sessionId: session.id }, 'a live session is not metered')
  }
  try {
    if (isTest !== true) await db.transaction((tx) => prolongOwn(live, tx, session))
  } catch (err) {
    // The next minute does it.
    log.error({ err, sessionId: session.id }, 'the next minutes of a live session are not reserved')
  }
  return true
}

/** Prolongs the reservation of a session, if the node still has it. Its end waits for that, or the other way round: a session that
 * has ended reserves nothing. */
async function prolongOwn(live: Pick<Live, 'usage'>, tx: Transaction, session: SessionRow): Promise<void> {
  const row = await lockOwn(tx, session)
  if (row !== undefined) await prolongHold(live, tx, { id: row.streamId, environmentId: row.environmentId })
}

/** Renews a lease that is over for long: the process was halted, or its clock was set forward. */
function renewLate(
  live: Pick<Live, 'db' | 'clock' | 'usage' | 'log'>,
  session: SessionRow,
  lease: Partial<SessionRow>,
): Promise<boolean> {
  return live.db.transaction(async (tx) => {
    const row = await lockOwn(tx, session)
    if (row === undefined) return false
    await resumeSession(live, tx, row, ranUntil(row, live.clock.now()), lease)
    return true
  })
}

/** The time until which the node of a session may have run it. */
function ranUntil({ leaseUntil }: SessionRow, at: Date): Date {
  return earlier(at, addSeconds(leaseUntil, LATE_S))
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}

/** Locks a stream before its sessions, as its deletion does: another order could deadlock. A second update of a session in
 * one transaction locks the stream too, because PostgreSQL then checks the foreign key. */
async function lockBefore(
  tx: Transaction,
  stream: StreamRef,
  strength: 'key share' | 'update',
): Promise<void> {
  await tx.select({ id: liveStreams.id }).from(liveStreams).where(rowOf(liveStreams, stream)).for(strength)
}

async function lockOwn(tx: Transaction, session: SessionRow): Promise<SessionRow | undefined> {
  await lockBefore(tx, { id: session.streamId, environmentId: session.environmentId }, 'key share')
  const [row] = await tx.select().from(liveSessions).where(isOwn(session)).for('no key update')
  return row
}

/** Records the minutes of a session for billing, if the node still has it. A change between an encoder and the test signal
 * ends a minute. */
async function meterOwn(
  live: Pick<Live, 'usage'>,
  tx: Transaction,
  session: SessionRow,
  now: Date,
  isTest: boolean | null,
): Promise<void> {
  const row = await lockOwn(tx, session)
  if (row === undefined) return
  const isChanged = isOther(row, isTest)
  // The time before the first publisher counts as its own.
  if (isChanged && row.isTest === null) {
    await tx.update(liveSessions).set({ isTest }).where(isOwn(session))
    return
  }
  const most = addSeconds(row.meteredUntil ?? row.startedAt, MAX_METERED_S)
  const until = earlier(isChanged ? now : minuteOf(now), most)
  await meterSession(live, tx, row, ranUntil(row, until))
  if (isChanged && until >= now) await tx.update(liveSessions).set({ isTest }).where(isOwn(session))
}

/** Whether the session is metered for another kind of publisher. */
function isOther(row: SessionRow, isTest: boolean | null): boolean {
  return isTest !== null && isTest !== row.isTest
}

/** Releases the lease, so that another node can continue the session. */
export async function releaseSession(
  db: Database,
  session: SessionRow,
  renewal: Renewal,
  at: Date,
): Promise<void> {
  const leaseUntil = sql`LEAST(${liveSessions.leaseUntil} + make_interval(secs => ${LATE_S}), ${at.toISOString()}::timestamptz)`
  await db
    .update(liveSessions)
    .set({ leaseUntil, ...renewal })
    .where(isOwn(session))
}

/** Releases all leases of a node that has exited. A lease that is over stays: nothing ran after it. */
export async function releaseNode({ db, clock }: Pick<Live, 'db' | 'clock'>, nodeId: string): Promise<void> {
  const isLeft = and(eq(liveSessions.nodeId, nodeId), isNull(liveSessions.endedAt))
  const leaseUntil = sql`LEAST(${liveSessions.leaseUntil}, ${clock.now().toISOString()}::timestamptz)`
  await db.update(liveSessions).set({ leaseUntil }).where(isLeft)
}

/** Ends sessions that no node has continued within the stream's reconnect window. */
export async function endAbandonedSessions(
  live: Pick<Live, 'db' | 'clock' | 'usage' | 'log'>,
): Promise<void> {
  const { db, clock } = live
  const now = clock.now()
  const { reconnectWindowS } = liveStreams
  const isOver = sql`${liveSessions.leaseUntil} + make_interval(secs => ${reconnectWindowS}) < ${now.toISOString()}`
  const rows = await db
    .select({ session: liveSessions, stream: liveStreams })
    .from(liveSessions)
    .innerJoin(liveStreams, eq(liveStreams.id, liveSessions.streamId))
    .where(and(isNull(liveSessions.endedAt), isOver))
  for (const { session, stream } of rows) {
    await db.transaction(async (tx) => {
      await lockBefore(tx, stream, 'update')
      const ended = await tx
        .update(liveSessions)
        .set({ endedAt: now })
        .where(and(isOwn(session), eq(liveSessions.leaseUntil, session.leaseUntil)))
        .returning()
      const [row] = ended
      if (row === undefined) return
      // Nothing ran after the lease.
      await meterLast(live, tx, row, session.leaseUntil, true)
      await streamIdle(tx, stream, now)
    })
  }
}

export async function endSession(
  live: Pick<Live, 'db' | 'usage' | 'log'>,
  session: SessionRow,
  endedAt: Date,
): Promise<void> {
  await live.db.transaction(async (tx) => {
    const row = await lockOwn(tx, session)
    if (row === undefined) return
    await meterLast(live, tx, row, ranUntil(row, endedAt), true)
    await tx.update(liveSessions).set({ endedAt }).where(isOwn(session))
  })
}

/** Running session with the URL of its node, from which delivery reads the stream. */
export interface RunningSession {
  readonly sessionId: string
  readonly nodeId: string
  readonly nodeUrl: string
}

/** The open session of a stream. Null if there is none. */
export async function findRunningSession(
  db: Queryable,
  { id: streamId, environmentId }: StreamRef,
): Promise<RunningSession | null> {
  const [row] = await db
    .select({ sessionId: liveSessions.id, nodeId: liveNodes.id, nodeUrl: liveNodes.internalUrl })
    .from(liveSessions)
    .innerJoin(liveNodes, eq(liveNodes.id, liveSessions.nodeId))
    .where(isOpen(streamId, environmentId))
  return row ?? null
}

function isOpen(streamId: string, environmentId: string): SQL | undefined {
  return and(
    eq(liveSessions.streamId, streamId),
    eq(liveSessions.environmentId, environmentId),
    isNull(liveSessions.endedAt),
  )
}

function isOwn(session: SessionRow): SQL | undefined {
  return and(
    rowOf(liveSessions, session),
    eq(liveSessions.nodeId, session.nodeId),
    isNull(liveSessions.endedAt),
  )
}
