import { and, eq, inArray, lte, type SQL } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { Ads } from '../ads.ts'
import { insertedAds } from '../decisions/decision.ts'
import type { SessionRef } from '../decisions/session-ref.ts'
import { adDecisions, adSessions } from '../decisions/tables.ts'
import { deliveryOf } from '../facts/event-facts.ts'
import { adHeldEvents } from '../facts/tables.ts'
import { type AdEvent, countEvents } from './record-events.ts'

type Services = Pick<Ads, 'db' | 'clock' | 'jobs' | 'offers'>

/** A segment of an ad that a player has got. */
interface DeliveredSegment {
  readonly position: number
  /** Index of the ad in the break. */
  readonly index: number
  readonly events: readonly AdEvent[]
  /** Start of the segment in the ad, in seconds. */
  readonly fromS: number
  /** Start of the ad in the stream, in seconds. Null if the player loads ads when it shows them. */
  readonly placeS: number | null
}

/** Holds events of a delivered segment until the viewer can have reached them, because players load ahead, and counts those that are
 * due. Nothing happens if the player reports its events itself. */
export async function holdEvents(
  ads: Services,
  session: SessionRef,
  { position, index, events, fromS, placeS }: DeliveredSegment,
): Promise<void> {
  if (events.length === 0) return
  const at = ads.clock.now()
  await ads.db.transaction(async (tx) => {
    const watched = await lockSession(tx, session)
    if (watched === null || watched.isReported) return
    const ref = { position, ad: index }
    const startsAt =
      placeS === null
        ? ((await deliveryOf(tx, session, ref)).firstAt ?? at)
        : addSeconds(await playsFrom(tx, session, watched, addSeconds(at, -placeS - fromS)), placeS)
    const { id: sessionId, environmentId } = session
    await tx
      .insert(adHeldEvents)
      .values(
        events.map(({ event, offsetS }) => ({
          ...ref,
          sessionId,
          environmentId,
          event,
          offsetS,
          dueAt: addSeconds(startsAt, offsetS),
        })),
      )
      .onConflictDoNothing()
    await countDue(ads, tx, session, at)
  })
}

/** Counts the held events that the viewer can have reached by now. Called at a sign of life: a request for a playlist or a segment
 * of the session, or a report of its player. */
export async function releaseEvents(ads: Services, session: SessionRef): Promise<void> {
  const at = ads.clock.now()
  const [due] = await ads.db
    .select({ ad: adHeldEvents.ad })
    .from(adHeldEvents)
    .where(isDue(session, at))
    .limit(1)
  if (due === undefined) return
  await ads.db.transaction(async (tx) => {
    if ((await lockSession(tx, session)) !== null) await countDue(ads, tx, session, at)
  })
}

/** Leaves the count of a session to its player, which reports what it shows. */
export async function leaveToPlayer(ads: Pick<Ads, 'db'>, session: SessionRef): Promise<void> {
  await ads.db.transaction(async (tx) => {
    const changed = await tx
      .update(adSessions)
      .set({ isReported: true })
      .where(and(rowOf(adSessions, session), eq(adSessions.isReported, false)))
    if (changed.rowCount !== 0) await tx.delete(adHeldEvents).where(isOf(session))
  })
}

type WatchedSession = Pick<typeof adSessions.$inferSelect, 'playsFrom' | 'isReported'>

async function lockSession(tx: Transaction, session: SessionRef): Promise<WatchedSession | null> {
  const { playsFrom, isReported } = adSessions
  const [row] = await tx
    .select({ playsFrom, isReported })
    .from(adSessions)
    .where(rowOf(adSessions, session))
    .for('no key update')
  return row ?? null
}

/** Earliest start of playback. A player cannot show what it has not loaded, so a late request means that playback began late or was
 * paused. @param requested start of playback if the requested segment is shown now */
async function playsFrom(
  tx: Transaction,
  session: SessionRef,
  { playsFrom: known }: WatchedSession,
  requested: Date,
): Promise<Date> {
  if (requested <= known) return known
  await tx.update(adSessions).set({ playsFrom: requested }).where(rowOf(adSessions, session))
  return requested
}

async function countDue(ads: Services, tx: Transaction, session: SessionRef, at: Date): Promise<void> {
  const due = await tx.delete(adHeldEvents).where(isDue(session, at)).returning()
  if (due.length === 0) return
  const { position, offered } = adDecisions
  const decisions = await tx
    .select({ position, offered })
    .from(adDecisions)
    .where(
      and(
        eq(adDecisions.sessionId, session.id),
        inArray(position, [...new Set(due.map((each) => each.position))]),
      ),
    )
  for (const decision of decisions)
    for (const { index, ad } of insertedAds(decision)) {
      const ref = { position: decision.position, ad: index }
      const events = due.filter((each) => each.position === ref.position && each.ad === ref.ad)
      if (events.length > 0) await countEvents(ads, tx, session, ref, ad, events, at)
    }
}

function isOf({ id, environmentId }: SessionRef): SQL | undefined {
  return and(eq(adHeldEvents.environmentId, environmentId), eq(adHeldEvents.sessionId, id))
}

function isDue(session: SessionRef, at: Date): SQL | undefined {
  return and(isOf(session), lte(adHeldEvents.dueAt, at))
}
