import type { AdTrackingEvent } from '@kinora/contract'
import { and, eq, gt, inArray } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Ads } from '../ads.ts'
import type { AdLabels, InsertedAd } from '../decisions/decision.ts'
import type { SessionRef } from '../decisions/session-ref.ts'
import {
  deleteHeldEvents,
  deliveryOf,
  hasImpression,
  insertEventFacts,
  laterEvents,
  removeLaterFacts,
} from '../facts/event-facts.ts'
import type { OfferEvents, OfferPlace } from '../offers/offers.ts'
import { type AdError, MAX_ERRORS } from '../vast/ask-ad-server.ts'
import { fillKnownMacros, playheadOf } from '../vast/macros.ts'
import { trackingJob } from './jobs.ts'
import { meterImpression } from './meter-impression.ts'
import { trackingRequests } from './tables.ts'

type TrackingRequest = typeof trackingRequests.$inferSelect
/** Place of an ad in its session. */
type AdRef = Pick<TrackingRequest, 'position' | 'ad'>

/** An event of an ad, and its time in the ad in seconds. */
export interface AdEvent {
  readonly event: AdTrackingEvent
  readonly offsetS: number
}

/** Counts events of an ad, each once, and creates their tracking requests. If they are delivered ahead, a request is held as long
 * after the first delivery of the ad as the event is after its start. */
export async function recordEvents(
  ads: Services,
  session: SessionRef,
  position: number,
  index: number,
  ad: InsertedAd,
  events: readonly AdEvent[],
): Promise<void> {
  if (events.length === 0) return
  const at = ads.clock.now()
  const ref = { position, ad: index }
  await ads.db.transaction(async (tx) => {
    const { firstAt } = await deliveryOf(tx, session, ref)
    await countEvents(ads, tx, session, ref, ad, events, at, firstAt ?? at)
  })
}

type Services = Pick<Ads, 'db' | 'clock' | 'jobs' | 'offers' | 'usage'>

/** Counts events of an ad in a transaction. @param startedAt start of the ad, if the viewer may not have reached the events yet */
export async function countEvents(
  ads: Services,
  tx: Transaction,
  session: SessionRef,
  { position, ad: index }: Pick<TrackingRequest, 'position' | 'ad'>,
  ad: InsertedAd,
  events: readonly AdEvent[],
  at: Date,
  startedAt?: Date,
): Promise<void> {
  const ref = { position, ad: index }
  const { isSkipped } = await deliveryOf(tx, session, ref)
  // A player that buffers ahead can request a later segment after the viewer skipped the ad.
  const seen = isSkipped ? events.filter(({ event }) => !isLater(event)) : events
  if (seen.length === 0 || !(await isAdmitted(ads, tx, session, ref, ad))) return
  const rows = seen.flatMap(({ event, offsetS }) => {
    const heldUntil = startedAt === undefined ? at : addSeconds(startedAt, offsetS)
    const nextAttemptAt = heldUntil > at ? heldUntil : at
    return ad.tracking
      .filter((each) => each.event === event)
      .map(({ url }, number) => ({
        ...ref,
        event,
        number,
        nextAttemptAt,
        url: fillKnownMacros(url, { ...ad.macros, ...adPlayhead(event, offsetS), now: at }),
      }))
  })
  const names = seen.map(({ event }) => event)
  const counted = await insertEventFacts(tx, session, ref, ad, names, at)
  if (counted.includes('impression')) await meterImpression(ads, tx, session, ref, at)
  await countOffer(ads, tx, session, ref, ad, counted, { at, amount: 1 })
  if (rows.length > 0) await insertRequests(ads, tx, session, rows, at)
}

function isLater(event: AdTrackingEvent): boolean {
  return laterEvents.some((later) => later === event)
}

/** Known for quartiles only: a player does not report the time of a click or a pause. */
function adPlayhead(event: AdTrackingEvent, offsetS: number): { ADPLAYHEAD?: string } {
  const isKnown = offsetS > 0 || event === 'impression' || event === 'start'
  return isKnown ? { ADPLAYHEAD: playheadOf(offsetS) } : {}
}

/** Whether events of an ad count: those of a campaign's ad only if its impression does, which its total can refuse. */
async function isAdmitted(
  { offers }: Pick<Ads, 'offers'>,
  tx: Transaction,
  session: SessionRef,
  ref: AdRef,
  { labels, offeredCreativeId }: InsertedAd,
): Promise<boolean> {
  if (labels === undefined || offeredCreativeId === undefined) return true
  if (await hasImpression(tx, session, ref)) return true
  return offers.mayCount(tx, placeOf(session, ref, labels))
}

function placeOf(
  { id: sessionId, environmentId }: SessionRef,
  ref: AdRef,
  { campaign }: AdLabels,
): OfferPlace {
  return { environmentId, campaignId: campaign, sessionId, position: ref.position, ad: ref.ad }
}

/** Counts events of a campaign's ad for its advertiser too. */
async function countOffer(
  { offers }: Pick<Ads, 'offers'>,
  tx: Transaction,
  session: SessionRef,
  ref: AdRef,
  { labels, offeredCreativeId: creativeId }: InsertedAd,
  events: readonly AdTrackingEvent[],
  { at, amount }: Pick<OfferEvents, 'at' | 'amount'>,
): Promise<void> {
  if (labels === undefined || creativeId === undefined || events.length === 0) return
  const { currency = '', impressionNanos = 0 } = labels.earnings ?? {}
  await offers.count(tx, {
    ...placeOf(session, ref, labels),
    creativeId,
    events,
    currency,
    impressionNanos,
    at,
    amount,
  })
}

/** After a skip, subtracts the later events of the ad that were counted ahead, and deletes the tracking requests that are still
 * held for them. */
export async function cancelLaterEvents(
  ads: Pick<Ads, 'db' | 'clock' | 'offers'>,
  session: SessionRef,
  position: number,
  index: number,
  ad: InsertedAd,
): Promise<void> {
  const at = ads.clock.now()
  const ref = { position, ad: index }
  await ads.db.transaction(async (tx) => {
    const removed = await removeLaterFacts(tx, session, ref, ad, at)
    await countOffer(ads, tx, session, ref, ad, removed, { at, amount: -1 })
    await deleteHeldEvents(tx, session, ref, laterEvents)
    await tx
      .delete(trackingRequests)
      .where(
        and(
          eq(trackingRequests.environmentId, session.environmentId),
          eq(trackingRequests.sessionId, session.id),
          eq(trackingRequests.position, position),
          eq(trackingRequests.ad, index),
          inArray(trackingRequests.event, laterEvents),
          eq(trackingRequests.attempts, 0),
          gt(trackingRequests.nextAttemptAt, at),
        ),
      )
  })
}

/** Creates tracking requests for the first errors of a break, in the transaction of its decision.
 * @param retry number of the retry that decided, from 1 */
export async function insertErrorRequests(
  ads: Pick<Ads, 'clock' | 'jobs'>,
  tx: Transaction,
  session: SessionRef,
  position: number,
  errors: readonly AdError[],
  retry = 0,
): Promise<void> {
  const at = ads.clock.now()
  const rows = errors.slice(0, MAX_ERRORS).map(({ url, code }, number) => ({
    position,
    ad: 0,
    event: 'error' as const,
    number: retry * MAX_ERRORS + number,
    nextAttemptAt: at,
    url: fillKnownMacros(url, { now: at, ERRORCODE: code }),
  }))
  if (rows.length > 0) await insertRequests(ads, tx, session, rows, at)
}

type NewRequest = Pick<TrackingRequest, 'position' | 'ad' | 'event' | 'number' | 'url'> & {
  readonly nextAttemptAt: Date
}

async function insertRequests(
  { jobs }: Pick<Ads, 'jobs'>,
  tx: Transaction,
  { id: sessionId, environmentId }: SessionRef,
  rows: readonly NewRequest[],
  at: Date,
): Promise<void> {
  const added = await tx
    .insert(trackingRequests)
    .values(
      rows.map((row) => ({
        ...row,
        sessionId,
        environmentId,
        createdAt: at,
        state: 'waiting' as const,
        attempts: 0,
      })),
    )
    .onConflictDoNothing()
    .returning({ nextAttemptAt: trackingRequests.nextAttemptAt })
  const nowS = at.getTime() / 1000
  const dueS = added.map(({ nextAttemptAt }) => (nextAttemptAt ?? at).getTime() / 1000)
  // At most one job per second and environment, at the end of that second: then all of its requests are due.
  for (const second of new Set(dueS.map((due) => (due > nowS ? Math.ceil(due) : Math.floor(nowS))))) {
    const key = `${environmentId} ${second}`
    const afterSeconds = Math.max(0, second - nowS)
    await jobs.enqueue(tx, trackingJob, { environmentId }, { environmentId, key, afterSeconds })
  }
}
