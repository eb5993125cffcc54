import type { AdTrackingEvent } from '@kinora/contract'
import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { Ads } from '../ads.ts'
import { insertedAds } from '../decisions/decision.ts'
import type { SessionRef } from '../decisions/session-ref.ts'
import { adDecisions, adSessions } from '../decisions/tables.ts'
import { deliveryOf, isDelivered } from '../facts/event-facts.ts'
import { adHeldEvents } from '../facts/tables.ts'
import { type AdEvent, countEvents } from './record-events.ts'

/** How much earlier than its time a report may come. The report of the start may have been on its way for longer, and after the
 * last report of a viewer who pauses there may be no other sign of life. */
const REPORT_GRACE_S = 2

type Services = Pick<Ads, 'db' | 'clock' | 'jobs' | 'offers' | 'usage'>

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
 * due. If the player reports what it shows, they wait for its reports. */
export async function holdEvents(
  ads: Services,
  session: SessionRef,
  { position, index, events, fromS, placeS }: DeliveredSegment,
): Promise<void> {
  if (events.length === 0) return
  const at = ads.clock.now()
  await ads.db.transaction(async (tx) => {
    const watched = await lockSession(tx, session)
    if (watched === null) return
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
          heldAt: at,
          dueAt: watched.isReported ? null : addSeconds(startsAt, offsetS),
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

/** An ad of a session. */
type AdRef = Pick<DeliveredSegment, 'position' | 'index'>

/** Counts progress of an ad that a player reports, if the server has delivered it and the viewer can have reached it since. From
 * then on the session counts only what its player reports. Other reports are ignored. */
export async function confirmEvents(
  ads: Services,
  session: SessionRef,
  ad: AdRef,
  events: readonly AdTrackingEvent[],
): Promise<void> {
  const at = ads.clock.now()
  await ads.db.transaction(async (tx) => {
    const watched = await lockSession(tx, session)
    if (watched === null) return
    const heldAt = await heldSince(tx, session, ad)
    const { firstAt } = await deliveryOf(tx, session, { position: ad.position, ad: ad.index })
    const deliveredAt = earliest(heldAt, firstAt)
    if (deliveredAt !== null && (await isDelivered(tx, session, ad, events))) {
      if (!watched.isReported) await awaitReports(tx, session)
      const afterS = sql`greatest(0, ${adHeldEvents.offsetS} - ${REPORT_GRACE_S}::float8)`
      const dueAt = sql`${deliveredAt.toISOString()}::timestamptz + ${afterS} * interval '1 second'`
      await tx
        .update(adHeldEvents)
        .set({ dueAt })
        .where(and(isOfAd(session, ad), inArray(adHeldEvents.event, [...events])))
    }
    await countDue(ads, tx, session, at)
  })
}

async function heldSince(tx: Transaction, session: SessionRef, ad: AdRef): Promise<Date | null> {
  const [row] = await tx
    .select({ heldAt: sql<Date | null>`min(${adHeldEvents.heldAt})`.mapWith(adHeldEvents.heldAt) })
    .from(adHeldEvents)
    .where(isOfAd(session, ad))
  return row?.heldAt ?? null
}

function earliest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
}

async function awaitReports(tx: Transaction, session: SessionRef): Promise<void> {
  await tx.update(adSessions).set({ isReported: true }).where(rowOf(adSessions, session))
  await tx.update(adHeldEvents).set({ dueAt: null }).where(isOf(session))
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
  const inserted = decisions.flatMap((decision) =>
    insertedAds(decision).map(({ index, ad }) => ({ ref: { position: decision.position, ad: index }, ad })),
  )
  // Caps of campaigns are locked in one order, so that sessions do not wait for each other in a circle.
  const campaignOf = ({ ad }: (typeof inserted)[number]) => ad.labels?.campaign ?? ''
  for (const { ref, ad } of inserted.toSorted((a, b) => campaignOf(a).localeCompare(campaignOf(b)))) {
    const events = due.filter((each) => each.position === ref.position && each.ad === ref.ad)
    if (events.length > 0) await countEvents(ads, tx, session, ref, ad, events, at)
  }
}

function isOf({ id, environmentId }: SessionRef): SQL | undefined {
  return and(eq(adHeldEvents.environmentId, environmentId), eq(adHeldEvents.sessionId, id))
}

function isOfAd(session: SessionRef, { position, index }: AdRef): SQL | undefined {
  return and(isOf(session), eq(adHeldEvents.position, position), eq(adHeldEvents.ad, index))
}

function isDue(session: SessionRef, at: Date): SQL | undefined {
  return and(isOf(session), lte(adHeldEvents.dueAt, at))
}
