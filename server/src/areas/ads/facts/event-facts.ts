import { type AdTrackingEvent, adEventShares } from '@kinora/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { type InsertedAd, lengthOf } from '../decisions/decision.ts'
import type { SessionRef } from '../decisions/session-ref.ts'
import type { OfferEvents } from '../offers/offers.ts'
import { insertViews } from '../rules/ad-views.ts'
import type { Earnings } from '../vast/pricing.ts'
import { labelsOf, type Own, sessionFacts, times } from './facts.ts'
import { adEvents, adFacts, adHeldEvents } from './tables.ts'

/** Indexes of a break in its session and of an ad in the break. */
interface AdRef {
  readonly position: number
  readonly ad: number
}

/** Whether the impression of an ad in a session is counted. */
export async function hasImpression(tx: Transaction, session: SessionRef, ref: AdRef): Promise<boolean> {
  return (await tx.$count(adEvents, and(isOf(session, ref), eq(adEvents.event, 'impression')))) > 0
}

/** Counts events of an ad that were not counted before. @returns the new events */
export async function insertEventFacts(
  tx: Transaction,
  session: SessionRef,
  ref: AdRef,
  ad: Pick<InsertedAd, 'labels' | 'capKeys'>,
  events: readonly AdTrackingEvent[],
  at: Date,
): Promise<readonly AdTrackingEvent[]> {
  const { id: sessionId, environmentId } = session
  const added = await tx
    .insert(adEvents)
    .values(events.map((event) => ({ ...ref, sessionId, environmentId, event, at })))
    .onConflictDoNothing()
    .returning({ event: adEvents.event })
  const names = added.map(({ event }) => event)
  await insertFacts(tx, session, ad, names, { at, amount: 1 })
  return names
}

async function insertFacts(
  tx: Transaction,
  { id, environmentId }: SessionRef,
  { labels, capKeys = [] }: Pick<InsertedAd, 'labels' | 'capKeys'>,
  events: readonly AdTrackingEvent[],
  { at, amount }: Pick<OfferEvents, 'at' | 'amount'>,
): Promise<void> {
  const counted = events.flatMap((event) => measuresOf(event, labels?.earnings ?? null) ?? [])
  if (counted.length === 0) return
  const session = await sessionFacts(tx, { id, environmentId })
  if (session === null) return
  const viewer = { environmentId, sessionId: id, viewer: session.viewer.viewer }
  if (events.includes('impression')) await insertViews(tx, viewer, capKeys, at)
  const common = { ...session, ...(labels !== undefined && labelsOf(labels)) }
  const facts = counted.map((measures) => ({ ...common, ...times(measures, amount) }))
  await tx.insert(adFacts).values({ environmentId, at, facts })
}

/** Null for events that do not count. */
function measuresOf(event: AdTrackingEvent, earnings: Earnings | null): Own | null {
  switch (event) {
    case 'impression':
      return { countsViewer: true, impressions: 1, revenueNanos: earnings?.impressionNanos ?? 0 }
    case 'firstQuartile':
      return { firstQuartiles: 1 }
    case 'midpoint':
      return { midpoints: 1 }
    case 'thirdQuartile':
      return { thirdQuartiles: 1 }
    case 'complete':
      return { completes: 1, revenueNanos: earnings?.completeNanos ?? 0 }
    case 'click':
      return earnings === null ? null : { revenueNanos: earnings.clickNanos }
    default:
      return null
  }
}

const deliveredEvents = adEventShares.map(([event]) => event)
/** Events after the start, which a viewer who skips the ad does not see. */
export const laterEvents = adEventShares.flatMap(([event, share]) => (share > 0 ? [event] : []))

/** Finds the first delivery of an ad, and whether the viewer skipped it. */
export async function deliveryOf(
  tx: Transaction,
  session: SessionRef,
  ref: AdRef,
): Promise<{ readonly firstAt: Date | null; readonly isSkipped: boolean }> {
  const isProgress = inArray(adEvents.event, deliveredEvents)
  const [row] = await tx
    .select({
      firstAt: sql<Date | null>`min(${adEvents.at}) FILTER (WHERE ${isProgress})`.mapWith(adEvents.at),
      isSkipped: sql<boolean>`coalesce(bool_or(${adEvents.event} = 'skip'), false)`,
    })
    .from(adEvents)
    .where(isOf(session, ref))
  return { firstAt: row?.firstAt ?? null, isSkipped: row?.isSkipped ?? false }
}

/** Whether the server has delivered a segment with one of these events, which is held or counted. */
export async function isDelivered(
  tx: Transaction,
  session: SessionRef,
  { position, index }: { readonly position: number; readonly index: number },
  events: readonly AdTrackingEvent[],
): Promise<boolean> {
  const ref = { position, ad: index }
  const one = [...events]
  const held = await tx.$count(adHeldEvents, and(isHeldOf(session, ref), inArray(adHeldEvents.event, one)))
  return held > 0 || (await tx.$count(adEvents, and(isOf(session, ref), inArray(adEvents.event, one)))) > 0
}

/** Removes events of an ad that were counted because its segments were delivered ahead, but that the viewer cannot have seen.
 * @returns the removed events */
export async function removeLaterFacts(
  tx: Transaction,
  session: SessionRef,
  ref: AdRef,
  ad: InsertedAd,
  at: Date,
): Promise<readonly AdTrackingEvent[]> {
  const { firstAt } = await deliveryOf(tx, session, ref)
  const elapsedS = firstAt === null ? 0 : (at.getTime() - firstAt.getTime()) / 1000
  const lengthS = lengthOf(ad.outputs[0])
  const unseen = adEventShares.flatMap(([event, share]) => (share * lengthS > elapsedS ? [event] : []))
  if (unseen.length === 0) return []
  const removed = await tx
    .delete(adEvents)
    .where(and(isOf(session, ref), inArray(adEvents.event, unseen)))
    .returning({ event: adEvents.event })
  const names = removed.map(({ event }) => event)
  await insertFacts(tx, session, ad, names, { at, amount: -1 })
  return names
}

/** Deletes events of an ad that the viewer does not reach any more. */
export async function deleteHeldEvents(
  tx: Transaction,
  session: SessionRef,
  ref: AdRef,
  events: readonly AdTrackingEvent[],
): Promise<void> {
  await tx.delete(adHeldEvents).where(and(isHeldOf(session, ref), inArray(adHeldEvents.event, [...events])))
}

function isHeldOf({ id, environmentId }: SessionRef, { position, ad }: AdRef) {
  return and(
    eq(adHeldEvents.environmentId, environmentId),
    eq(adHeldEvents.sessionId, id),
    eq(adHeldEvents.position, position),
    eq(adHeldEvents.ad, ad),
  )
}

function isOf({ id, environmentId }: SessionRef, { position, ad }: AdRef) {
  return and(
    eq(adEvents.environmentId, environmentId),
    eq(adEvents.sessionId, id),
    eq(adEvents.position, position),
    eq(adEvents.ad, ad),
  )
}
