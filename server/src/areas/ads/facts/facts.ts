import type { AdBeaconEvent } from '@kinora/contract'
import { and, asc, eq, inArray, min } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { insertViews } from '../rules/ad-views.ts'
import type { Decision, InsertedAd, StoredAd } from '../sessions/decision.ts'
import type { AdFact, AdLabels } from './fact.ts'
import type { Earnings } from './pricing.ts'
import { type adBreakLengths, adEvents, adFacts, adViewers } from './tables.ts'
import type { ViewerFacts } from './viewers.ts'

type CountedBreak = Pick<
  typeof adBreakLengths.$inferSelect,
  'sessionId' | 'environmentId' | 'reason' | 'countedAt'
>

interface SessionRef {
  readonly id: string
  readonly environmentId: string
}

/** Reasons that are no fault of anybody. */
const faultless = [...['no-ads', 'too-long', 'preparing', 'capped', 'competing', 'underfilled', 'suppressed']]

/** Counts a new session and what was decided in it, in the transaction that stores it. */
export async function insertSessionFacts(
  tx: Transaction,
  { id, environmentId }: SessionRef,
  { id: channelId }: { readonly id: string },
  viewer: ViewerFacts,
  decisions: readonly Decision[],
  at: Date,
): Promise<void> {
  await tx.insert(adViewers).values({ sessionId: id, environmentId, channelId, ...viewer })
  const common = { channelId, viewer }
  await tx.insert(adFacts).values({
    ...{ environmentId, at },
    facts: [
      { ...common, countsViewer: true, sessions: 1 },
      ...decisions.flatMap((each) => factsOf(common, each)),
    ],
  })
}

/** Counts what was decided later in a session, in the transaction that stores it. */
export async function insertDecisionFacts(
  tx: Transaction,
  session: SessionRef,
  decision: Decision,
  at: Date,
): Promise<void> {
  const common = await sessionFacts(tx, session)
  if (common === null) return
  await tx
    .insert(adFacts)
    .values({ environmentId: session.environmentId, at, facts: factsOf(common, decision) })
}

/** Counts that a break of a live stream was longer or shorter than what was counted, at the same time as that. */
export async function insertCorrection(
  tx: Transaction,
  { sessionId, environmentId, reason, countedAt: at }: CountedBreak,
  availableMs: number,
): Promise<void> {
  const common = availableMs === 0 ? null : await sessionFacts(tx, { id: sessionId, environmentId })
  if (common === null) return
  const fact = { ...common, breakKind: 'midroll', ...(reason !== null && { reason }), availableMs } as const
  await tx.insert(adFacts).values({ environmentId, at, facts: [fact] })
}

type Common = Pick<AdFact, 'channelId' | 'viewer'>

function factsOf(common: Common, decision: Decision): AdFact[] {
  const offers = decision.offered
    .filter(({ filler, isPassedOver }) => filler === undefined && !isPassedOver)
    .map((ad) => ({ ...common, ...offerFact(decision, ad) }))
  return [{ ...common, ...breakFact(decision) }, ...offers]
}

async function sessionFacts(tx: Transaction, { id, environmentId }: SessionRef): Promise<Common | null> {
  const [found] = await tx
    .select()
    .from(adViewers)
    .where(and(eq(adViewers.sessionId, id), eq(adViewers.environmentId, environmentId)))
  if (found === undefined) return null
  const { sessionId: _, environmentId: _environment, channelId, ...viewer } = found
  return { channelId, viewer }
}

type Own = Omit<AdFact, 'channelId' | 'viewer'>

function breakFact({ kind, reason, availableS }: Decision): Own {
  return {
    ...{ breakKind: kind, breaks: 1, availableMs: msOf(availableS) },
    ...(reason !== null && { reason, skips: 1 }),
    ...(reason === 'no-ads' && { emptyAnswers: 1 }),
    ...(reason !== null && !faultless.includes(reason) && { errors: 1 }),
  }
}

function offerFact({ kind }: Decision, { adId, adSystem, skipped, durationS, inserted }: StoredAd): Own {
  const labels = inserted?.labels
  return {
    ...{ breakKind: kind, campaign: adId ?? '', adSystem: adSystem ?? '', offered: 1 },
    ...(labels !== undefined && labelsOf(labels)),
    ...(skipped === null
      ? { inserted: 1, filledMs: msOf(durationS ?? 0) }
      : { reason: skipped, skips: 1, ...(!faultless.includes(skipped) && { errors: 1 }) }),
  }
}

export const msOf = (seconds: number) => Math.round(seconds * 1000)

function labelsOf({ earnings, ...labels }: AdLabels): Own {
  return { ...labels, currency: earnings?.currency ?? '' }
}

/** Counts events of an ad that were not counted before. @returns these */
export async function insertEventFacts(
  tx: Transaction,
  { id, environmentId }: SessionRef,
  place: { readonly position: number; readonly ad: number },
  { labels, capKeys = [] }: Pick<InsertedAd, 'labels' | 'capKeys'>,
  events: readonly AdBeaconEvent[],
  at: Date,
): Promise<readonly AdBeaconEvent[]> {
  const added = await tx
    .insert(adEvents)
    .values(events.map((event) => ({ ...place, sessionId: id, environmentId, event, at })))
    .onConflictDoNothing()
    .returning({ event: adEvents.event })
  const names = added.map(({ event }) => event)
  const counted = names.flatMap((event) => measuresOf(event, labels?.earnings ?? null) ?? [])
  if (counted.length === 0) return names
  const session = await sessionFacts(tx, { id, environmentId })
  if (session === null) return names
  const isSeen = names.includes('impression')
  const viewer = { environmentId, sessionId: id, viewer: session.viewer.viewer }
  if (isSeen) await insertViews(tx, viewer, capKeys, at)
  const common = { ...session, ...(labels !== undefined && labelsOf(labels)) }
  await tx.insert(adFacts).values({
    ...{ environmentId, at },
    facts: counted.map((measures) => ({ ...common, ...measures })),
  })
  return names
}

/** Null for events that do not count. */
function measuresOf(event: AdBeaconEvent, earnings: Earnings | null): Own | null {
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

/** Events that come later in an ad than its start, in order. A viewer who skips it does not see them. */
export const laterEvents = ['firstQuartile', 'midpoint', 'thirdQuartile', 'complete'] as const
const deliveredEvents = ['impression', 'start', ...laterEvents] as const

/** When the first segment of an ad was delivered. */
export async function firstDelivery(
  tx: Transaction,
  { id, environmentId }: SessionRef,
  { position, ad }: { readonly position: number; readonly ad: number },
): Promise<Date | null> {
  const [row] = await tx
    .select({ at: min(adEvents.at) })
    .from(adEvents)
    .where(
      and(
        ...[eq(adEvents.environmentId, environmentId), eq(adEvents.sessionId, id)],
        ...[eq(adEvents.position, position), eq(adEvents.ad, ad)],
        inArray(adEvents.event, [...deliveredEvents]),
      ),
    )
  return row?.at ?? null
}

export interface TakenFacts {
  readonly environmentId: string
  readonly at: Date
  readonly facts: readonly AdFact[]
}

/** Takes the oldest facts out of the database. They are gone when the transaction is committed. */
export async function takeAdFacts(tx: Transaction, limit: number): Promise<TakenFacts[]> {
  const taken = await tx
    .select()
    .from(adFacts)
    .orderBy(asc(adFacts.id))
    .limit(limit)
    .for('update', { skipLocked: true })
  const ids = taken.map(({ id }) => id)
  if (ids.length > 0) await tx.delete(adFacts).where(inArray(adFacts.id, ids))
  return taken
}
