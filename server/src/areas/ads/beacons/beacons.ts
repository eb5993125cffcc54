import type { AdBeaconEvent } from '@kinora/contract'
import { and, eq, gt, inArray } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Ads } from '../ads.ts'
import { deliveryOf, insertEventFacts, laterEvents, removeLaterFacts } from '../facts/event-facts.ts'
import { beaconJob } from '../job-definitions.ts'
import type { OfferEvents } from '../offers/offers.ts'
import type { InsertedAd } from '../sessions/decision.ts'
import type { SessionRef } from '../sessions/session-ref.ts'
import { type AdError, MAX_ERRORS } from '../vast/ask-ad-server.ts'
import { fillKnownMacros, playheadOf } from '../vast/macros.ts'
import { adBeacons } from './tables.ts'

type BeaconRow = typeof adBeacons.$inferSelect

/** An event of an ad, and when in the ad it happens. */
export interface AdEvent {
  readonly event: AdBeaconEvent
  readonly offsetS: number
}

/** Counts once that the segments of events were delivered, and has them reported. Players fetch ahead, so an event is
 * held until the viewer can have seen it: as long after the first delivery of the ad as it comes after its start. */
export async function recordEvents(
  ads: Pick<Ads, 'db' | 'clock' | 'jobs' | 'offers'>,
  session: SessionRef,
  position: number,
  index: number,
  ad: InsertedAd,
  events: readonly AdEvent[],
): Promise<void> {
  if (events.length === 0) return
  const at = ads.clock.now()
  const place = { position, ad: index }
  await ads.db.transaction(async (tx) => {
    const { firstAt, isSkipped } = await deliveryOf(tx, session, place)
    // Players fetch ahead, also when the viewer has just skipped the ad.
    const seen = isSkipped ? events.filter(({ event }) => !isLater(event)) : events
    if (seen.length === 0) return
    const elapsedS = (at.getTime() - (firstAt ?? at).getTime()) / 1000
    const rows = seen.flatMap(({ event, offsetS }) => {
      const nextAttemptAt = addSeconds(at, Math.max(0, offsetS - elapsedS))
      return ad.tracking
        .filter((each) => each.event === event)
        .map(({ url }, number) => ({
          ...place,
          event,
          number,
          nextAttemptAt,
          url: fillKnownMacros(url, { ...ad.macros, ...adPlayhead(event, offsetS), now: at }),
        }))
    })
    const names = seen.map(({ event }) => event)
    const counted = await insertEventFacts(tx, session, place, ad, names, at)
    await countOffer(ads, tx, session, ad, counted, { at, amount: 1 })
    if (rows.length > 0) await insertBeacons(ads, tx, session, rows, at)
  })
}

function isLater(event: AdBeaconEvent): boolean {
  return laterEvents.some((later) => later === event)
}

/** Players do not say when in an ad something happened. */
function adPlayhead(event: AdBeaconEvent, offsetS: number): { ADPLAYHEAD?: string } {
  const isKnown = offsetS > 0 || event === 'impression' || event === 'start'
  return isKnown ? { ADPLAYHEAD: playheadOf(offsetS) } : {}
}

/** An ad of a campaign also counts for its advertiser. */
async function countOffer(
  { offers }: Pick<Ads, 'offers'>,
  tx: Transaction,
  { environmentId }: SessionRef,
  { labels, offeredCreativeId: creativeId }: InsertedAd,
  events: readonly AdBeaconEvent[],
  { at, amount }: Pick<OfferEvents, 'at' | 'amount'>,
): Promise<void> {
  if (labels === undefined || creativeId === undefined || events.length === 0) return
  const { currency = '', impressionNanos = 0 } = labels.earnings ?? {}
  const { campaign: campaignId } = labels
  await offers.count(tx, {
    environmentId,
    campaignId,
    creativeId,
    events,
    currency,
    impressionNanos,
    at,
    amount,
  })
}

/** The viewer skipped an ad: takes back what was counted of later parts of it that he did not see, and deletes reports that
 * were held until he would have seen them. */
export async function cancelLaterEvents(
  ads: Pick<Ads, 'db' | 'clock' | 'offers'>,
  session: SessionRef,
  position: number,
  index: number,
  ad: InsertedAd,
): Promise<void> {
  const at = ads.clock.now()
  const place = { position, ad: index }
  await ads.db.transaction(async (tx) => {
    const removed = await removeLaterFacts(tx, session, place, ad, at)
    await countOffer(ads, tx, session, ad, removed, { at, amount: -1 })
    await tx
      .delete(adBeacons)
      .where(
        and(
          eq(adBeacons.environmentId, session.environmentId),
          eq(adBeacons.sessionId, session.id),
          eq(adBeacons.position, position),
          eq(adBeacons.ad, index),
          inArray(adBeacons.event, laterEvents),
          eq(adBeacons.attempts, 0),
          gt(adBeacons.nextAttemptAt, at),
        ),
      )
  })
}

/** Has the first errors of a break reported, in the transaction of its decision. */
export async function insertErrorBeacons(
  ads: Pick<Ads, 'clock' | 'jobs'>,
  tx: Transaction,
  session: SessionRef,
  position: number,
  errors: readonly AdError[],
): Promise<void> {
  const at = ads.clock.now()
  const rows = errors.slice(0, MAX_ERRORS).map(({ url, code }, number) => ({
    position,
    ad: 0,
    event: 'error' as const,
    number,
    nextAttemptAt: at,
    url: fillKnownMacros(url, { now: at, ERRORCODE: code }),
  }))
  if (rows.length > 0) await insertBeacons(ads, tx, session, rows, at)
}

type NewBeacon = Pick<BeaconRow, 'position' | 'ad' | 'event' | 'number' | 'url'> & {
  readonly nextAttemptAt: Date
}

async function insertBeacons(
  { jobs }: Pick<Ads, 'jobs'>,
  tx: Transaction,
  { id: sessionId, environmentId }: SessionRef,
  rows: readonly NewBeacon[],
  at: Date,
): Promise<void> {
  const added = await tx
    .insert(adBeacons)
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
    .returning({ nextAttemptAt: adBeacons.nextAttemptAt })
  const nowS = at.getTime() / 1000
  const dueS = added.map(({ nextAttemptAt }) => (nextAttemptAt ?? at).getTime() / 1000)
  // One job a second of an environment at most, at its end: then all reports of that second are due.
  for (const second of new Set(dueS.map((due) => (due > nowS ? Math.ceil(due) : Math.floor(nowS))))) {
    const key = `${environmentId} ${second}`
    const afterSeconds = Math.max(0, second - nowS)
    await jobs.enqueue(tx, beaconJob, { environmentId }, { environmentId, key, afterSeconds })
  }
}
