import type { AdBeaconEvent } from '@kinora/contract'
import { and, asc, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { DownloadFailure, getGuarded } from '../../../platform/net/download.ts'
import type { Ads } from '../ads.ts'
import { firstDelivery, insertEventFacts, laterEvents } from '../facts/facts.ts'
import { beaconJob } from '../job-definitions.ts'
import { paramMacros } from '../rules/session-params.ts'
import type { InsertedAd } from '../sessions/decision.ts'
import { adSessions } from '../sessions/tables.ts'
import { viewerHeaders } from '../sessions/viewing.ts'
import { type AdError, MAX_ERRORS } from '../vast/ask-ad-server.ts'
import { fillKnownMacros, fillMacros } from '../vast/macros.ts'
import { adBeacons } from './tables.ts'

interface SessionRef {
  readonly id: string
  readonly environmentId: string
}

type BeaconRow = typeof adBeacons.$inferSelect

const BATCH = 50
const AT_ONCE = 8
const TIMEOUT_MS = 5000
/** Seconds to wait after each attempt that certainly did not count. */
const DELAYS_S = [5, 60, 600]

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
      .map(({ url }, number) => ({ event, number, offsetS, url: fillKnownMacros(url, { now: at }) })),
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

/** Sends what is due in an environment. */
export async function sendBeacons(ads: Ads, environmentId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const claimed = await claimDue(ads, environmentId)
    for (let at = 0; at < claimed.length; at += AT_ONCE)
      await Promise.all(claimed.slice(at, at + AT_ONCE).map((row) => send(ads, row)))
    if (claimed.length < BATCH) return
  }
}

/**
 * Takes reports that are due. They are `unknown` while they are sent: if the process dies then, nobody knows whether they
 * counted, and they are not sent again.
 */
async function claimDue({ db, clock }: Ads, environmentId: string): Promise<BeaconRow[]> {
  const isDue = and(
    eq(adBeacons.environmentId, environmentId),
    isNotNull(adBeacons.nextAttemptAt),
    lte(adBeacons.nextAttemptAt, clock.now()),
  )
  return db.transaction(async (tx) => {
    const due = tx
      .select({ place: sql`ctid` })
      .from(adBeacons)
      .where(isDue)
      .orderBy(asc(adBeacons.nextAttemptAt))
      .limit(BATCH)
      .for('update', { skipLocked: true })
    return tx
      .update(adBeacons)
      .set({ state: 'unknown', attempts: sql`${adBeacons.attempts} + 1`, nextAttemptAt: null })
      .where(and(isDue, inArray(sql`ctid`, due)))
      .returning()
  })
}

async function send(ads: Ads, row: BeaconRow): Promise<void> {
  const [session] = await ads.db
    .select()
    .from(adSessions)
    .where(and(eq(adSessions.id, row.sessionId), eq(adSessions.environmentId, row.environmentId)))
  if (session === undefined) return
  const { id: SESSIONID, address: DEVICEIP, userAgent: DEVICEUA, params } = session
  const macros = { ...paramMacros(params, []), SESSIONID, DEVICEIP, DEVICEUA, now: ads.clock.now() }
  const result = await request(ads, fillMacros(row.url, macros), viewerHeaders({ viewer: session }))
  const { environmentId, sessionId, position, ad, event, number } = row
  const delayS = DELAYS_S[row.attempts - 1]
  const mayRetry = result.outcome === 'not-counted' && delayS !== undefined
  await ads.db
    .update(adBeacons)
    .set({
      state: mayRetry ? 'waiting' : states[result.outcome],
      status: result.status,
      nextAttemptAt: mayRetry ? addSeconds(ads.clock.now(), delayS) : null,
    })
    .where(
      and(
        ...[eq(adBeacons.environmentId, environmentId), eq(adBeacons.sessionId, sessionId)],
        ...[eq(adBeacons.position, position), eq(adBeacons.ad, ad)],
        ...[eq(adBeacons.event, event), eq(adBeacons.number, number)],
      ),
    )
}

const states = { counted: 'sent', refused: 'failed', 'not-counted': 'failed', unknown: 'unknown' } as const

interface Result {
  readonly outcome: keyof typeof states
  readonly status: number | null
}

/** Only a refused connection, 429 and 5xx say that a report did not count. */
async function request({ config }: Ads, url: string, headers: Record<string, string>): Promise<Result> {
  try {
    const { answer } = await getGuarded(new URL(url), {
      allowed: config.URL_ALLOW_PRIVATE,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers,
    })
    answer.destroy()
    return { outcome: 'counted', status: answer.statusCode ?? null }
  } catch (error) {
    if (!(error instanceof DownloadFailure)) return { outcome: 'unknown', status: null }
    const { status, fault, cause } = error
    const wasRefused = cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
    if (status === null ? wasRefused : status === 429 || status >= 500)
      return { outcome: 'not-counted', status }
    return { outcome: status !== null || fault === 'refused' ? 'refused' : 'unknown', status }
  }
}

/** Environments with reports that are due, for the sweep. */
export async function enqueueDueBeacons({ db, clock, jobs }: Ads): Promise<void> {
  await db.transaction(async (tx) => {
    const isDue = and(isNotNull(adBeacons.nextAttemptAt), lte(adBeacons.nextAttemptAt, clock.now()))
    for (const { environmentId } of await environmentsWhere(tx, isDue))
      await jobs.enqueue(tx, beaconJob, { environmentId }, { environmentId, key: environmentId })
  })
}

function environmentsWhere(tx: Queryable, isDue: ReturnType<typeof and>) {
  return tx.selectDistinct({ environmentId: adBeacons.environmentId }).from(adBeacons).where(isDue)
}
