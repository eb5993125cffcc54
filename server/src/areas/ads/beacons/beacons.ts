import type { AdBeaconEvent } from '@kinora/contract'
import { and, eq, gt, inArray } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Ads } from '../ads.ts'
import { firstDelivery, insertEventFacts, laterEvents } from '../facts/facts.ts'
import { beaconJob } from '../job-definitions.ts'
import type { InsertedAd } from '../sessions/decision.ts'
import { type AdError, MAX_ERRORS } from '../vast/ask-ad-server.ts'
import { fillKnownMacros, playheadOf } from '../vast/macros.ts'
import { adBeacons } from './tables.ts'

interface SessionRef {
  readonly id: string
  readonly environmentId: string
}

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
  const at = ads.clock.now()
  const wanted = events.flatMap(({ event, offsetS }) =>
    ad.tracking
      .filter((each) => each.event === event)
      .map(({ url }, number) => {
        const macros = { ...ad.macros, ...adPlayhead(event, offsetS), now: at }
        return { event, number, offsetS, url: fillKnownMacros(url, macros) }
      }),
  )
  if (events.length === 0) return
  const place = { position, ad: index }
  const names = events.map(({ event }) => event)
  await ads.db.transaction(async (tx) => {
    const startedAt = (await firstDelivery(tx, session, place)) ?? at
    const elapsedS = (at.getTime() - startedAt.getTime()) / 1000
    const rows = wanted.map(({ offsetS, ...each }) => {
      const nextAttemptAt = addSeconds(at, Math.max(0, offsetS - elapsedS))
      return { ...each, ...place, nextAttemptAt }
    })
    const counted = await insertEventFacts(tx, session, place, ad, names, at)
    await countOffer(ads, tx, session, ad, counted, at)
    if (rows.length > 0) await insertBeacons(ads, tx, session, rows, at)
  })
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
  at: Date,
): Promise<void> {
  if (labels === undefined || creativeId === undefined || events.length === 0) return
  const { currency = '', impressionNanos = 0 } = labels.earnings ?? {}
  const { campaign: campaignId } = labels
  await offers.count(tx, { environmentId, campaignId, creativeId, events, currency, impressionNanos, at })
}

/** The viewer skipped an ad: deletes its reports that were held until the viewer would have seen the event. */
export async function cancelLaterBeacons(
  { db, clock }: Pick<Ads, 'db' | 'clock'>,
  { id, environmentId }: SessionRef,
  position: number,
  ad: number,
): Promise<void> {
  await db
    .delete(adBeacons)
    .where(
      and(
        ...[eq(adBeacons.environmentId, environmentId), eq(adBeacons.sessionId, id)],
        ...[eq(adBeacons.position, position), eq(adBeacons.ad, ad)],
        ...[inArray(adBeacons.event, [...laterEvents]), eq(adBeacons.attempts, 0)],
        gt(adBeacons.nextAttemptAt, clock.now()),
      ),
    )
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
    ...{ position, ad: 0, event: 'error' as const, number, nextAttemptAt: at },
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
        ...{ ...row, sessionId, environmentId, createdAt: at },
        ...({ state: 'waiting', attempts: 0 } as const),
      })),
    )
    .onConflictDoNothing()
    .returning({ nextAttemptAt: adBeacons.nextAttemptAt })
  const waits = added.map(({ nextAttemptAt }) => ((nextAttemptAt ?? at).getTime() - at.getTime()) / 1000)
  // One job a second of an environment at most.
  for (const afterSeconds of new Set(waits.map(Math.ceil))) {
    const second = Math.floor(at.getTime() / 1000) + afterSeconds
    await jobs.enqueue(
      tx,
      beaconJob,
      { environmentId },
      { environmentId, key: `${environmentId} ${second}`, afterSeconds },
    )
  }
}
