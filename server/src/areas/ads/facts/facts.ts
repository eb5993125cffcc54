import type { AdBreakKind } from '@kinora/contract'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import type { AdLabels, Decision, StoredAd } from '../decisions/decision.ts'
import type { SessionRef } from '../decisions/session-ref.ts'
import type { ViewerFacts } from '../offers/viewers.ts'
import type { CutAd } from './cut-ads.ts'
import { type AdFact, type AdRequestFact, adMeasures } from './fact.ts'
import { requestFacts } from './request-facts.ts'
import { type adBreakLengths, adFacts, adViewers } from './tables.ts'

type CountedBreak = Pick<
  typeof adBreakLengths.$inferSelect,
  'sessionId' | 'environmentId' | 'reason' | 'countedAt'
>

/** Reasons that do not count as errors. */
const faultless = [
  'no-ads',
  'no-campaign',
  'too-long',
  'preparing',
  'capped',
  'used-up',
  'competing',
  'underfilled',
  'suppressed',
]

/** Counts a new session with its decisions, in the transaction that stores it. */
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
    environmentId,
    at,
    facts: [
      { ...common, countsViewer: true, sessions: 1 },
      ...decisions.flatMap((each) => factsOf(common, each)),
    ],
  })
}

/** Counts a later decision of a session, in the transaction that stores it. */
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

/** Counts the decision of a retry instead of the one before it, in the transaction that stores it.
 * @param after with the requests of the retry only */
export async function replaceDecisionFacts(
  tx: Transaction,
  session: SessionRef,
  before: Decision,
  after: Decision,
  at: Date,
): Promise<void> {
  const common = await sessionFacts(tx, session)
  if (common === null) return
  const undone = ownFacts(before).map((own) => ({ ...common, ...times(own, -1) }))
  const facts = [...undone, ...factsOf(common, after)]
  await tx.insert(adFacts).values({ environmentId: session.environmentId, at, facts })
}

/** Corrects the counted length of a live break and the filled time of its ads, with the date of the original facts. */
export async function insertCorrection(
  tx: Transaction,
  { sessionId, environmentId, reason, countedAt: at }: CountedBreak,
  availableMs: number,
  cuts: readonly CutAd[],
): Promise<void> {
  const isNone = availableMs === 0 && cuts.length === 0
  const common = isNone ? null : await sessionFacts(tx, { id: sessionId, environmentId })
  if (common === null) return
  const breakKind = 'midroll'
  const facts = [
    { ...common, breakKind, ...(reason !== null && { reason }), availableMs },
    ...cuts.map(({ ad, cutMs }) => ({ ...common, ...adLabels(breakKind, ad), filledMs: -cutMs })),
  ] as const
  await tx.insert(adFacts).values({ environmentId, at, facts })
}

type Common = Pick<AdFact, 'channelId' | 'viewer'>

function factsOf(common: Common, decision: Decision): (AdFact | AdRequestFact)[] {
  const own = ownFacts(decision).map((each) => ({ ...common, ...each }))
  return [...own, ...requestFacts(common, decision)]
}

function ownFacts(decision: Decision): Own[] {
  const offers = decision.offered
    .filter(({ filler, isPassedOver }) => filler === undefined && !isPassedOver)
    .map((ad) => offerFact(decision, ad))
  return [breakFact(decision), ...offers]
}

export async function sessionFacts(
  tx: Transaction,
  { id, environmentId }: SessionRef,
): Promise<Common | null> {
  const [found] = await tx
    .select()
    .from(adViewers)
    .where(and(eq(adViewers.sessionId, id), eq(adViewers.environmentId, environmentId)))
  if (found === undefined) return null
  const { sessionId: _, environmentId: _environment, channelId, ...viewer } = found
  return { channelId, viewer }
}

export type Own = Omit<AdFact, 'channelId' | 'viewer'>

function breakFact({ kind, reason, availableS, hasEmptyAnswer }: Decision): Own {
  return {
    breakKind: kind,
    breaks: 1,
    availableMs: msOf(availableS),
    ...(reason !== null && { reason, skips: 1 }),
    ...(hasEmptyAnswer && { emptyAnswers: 1 }),
    ...(reason !== null && !faultless.includes(reason) && { errors: 1 }),
  }
}

function offerFact({ kind }: Decision, ad: StoredAd): Own {
  const { skipped, durationS } = ad
  return {
    ...adLabels(kind, ad),
    offered: 1,
    ...(skipped === null
      ? { inserted: 1, filledMs: msOf(durationS ?? 0) }
      : { reason: skipped, skips: 1, ...(!faultless.includes(skipped) && { errors: 1 }) }),
  }
}

function adLabels(breakKind: AdBreakKind, { adId, adSystem, inserted }: StoredAd): Own {
  const labels = inserted?.labels
  return {
    breakKind,
    campaign: adId ?? '',
    adSystem: adSystem ?? '',
    ...(labels !== undefined && labelsOf(labels)),
  }
}

/** Multiplies measures, for example to subtract them. */
export function times(measures: Own, amount: number): Own {
  const values = adMeasures.flatMap((name) => {
    const value = measures[name]
    return value === undefined ? [] : [[name, value * amount]]
  })
  return { ...measures, ...Object.fromEntries(values) }
}

export const msOf = (seconds: number) => Math.round(seconds * 1000)

export function labelsOf({ earnings, ...labels }: AdLabels): Own {
  return { ...labels, currency: earnings?.currency ?? '' }
}

export interface TakenFacts {
  readonly environmentId: string
  readonly at: Date
  readonly facts: readonly (AdFact | AdRequestFact)[]
}

/** Takes the oldest facts. They are deleted when the transaction commits. */
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
