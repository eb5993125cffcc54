import { and, asc, eq, inArray, isNotNull, lte, notInArray, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { inBatches } from '../../../platform/jobs/in-batches.ts'
import { DownloadFailure, getGuarded } from '../../../platform/net/download.ts'
import type { Ads } from '../ads.ts'
import { adChannels } from '../channels/tables.ts'
import { adSessions } from '../decisions/tables.ts'
import { viewerHeaders, viewerMacros } from '../facts/viewing.ts'
import { fillMacros, type MacroValues } from '../vast/macros.ts'
import { trackingJob } from './jobs.ts'
import { sendByHost } from './send-by-host.ts'
import { trackingRequests } from './tables.ts'

type TrackingRequest = typeof trackingRequests.$inferSelect

const BATCH = 50
/** Requests to one host at the same time, in a job. */
const AT_ONCE = 8
const TIMEOUT_MS = 5000
/** Delay after each attempt that certainly did not count, in seconds. */
const DELAYS_S = [5, 60, 600]
/** Pause of a host after repeated failures, in seconds. */
export const TRACKING_PAUSE_S = 60
/** Age at which a request that could not be sent has failed, in seconds: ad servers do not count late events. */
const MAX_AGE_S = 3600
const MAX_OLD = 10_000

/** Sends the due requests of an environment. A slow host delays no other. */
export async function sendTracking(ads: Ads, environmentId: string, signal: AbortSignal): Promise<void> {
  await failOld(ads, environmentId)
  const busy = ads.trackingHosts.get(environmentId) ?? new Set()
  ads.trackingHosts.set(environmentId, busy)
  try {
    await sendByHost<TrackingRequest>({
      claim: (excluded) => claimDue(ads, environmentId, excluded),
      hostOf,
      // A sender reads each session once, so each batch has its own.
      send: (host, rows) => openSender(ads, environmentId).send(host, rows),
      busy,
      signal,
    })
  } finally {
    if (busy.size === 0) ads.trackingHosts.delete(environmentId)
  }
}

/** Host of a request, like `hostOf`. */
const hostInUrl = sql`split_part(${trackingRequests.url}, '/', 3)`
const hostOf = ({ url }: Pick<TrackingRequest, 'url'>) => url.split('/', 3)[2] ?? ''

/** Sends the requests of a batch. Requests to a paused host are postponed. */
function openSender(ads: Ads, environmentId: string) {
  const viewings = new Map<string, ReturnType<typeof viewingOf>>()
  const nowMs = () => ads.clock.now().getTime()

  async function sendOne(row: TrackingRequest, key: string): Promise<void> {
    const known = viewings.get(row.sessionId) ?? viewingOf(ads, row)
    viewings.set(row.sessionId, known)
    const viewing = await known
    if (viewing === null) return
    const { macros, headers } = viewing
    const result = await request(ads, fillMacros(row.url, { ...macros, now: ads.clock.now() }), headers)
    ads.trackingBreaker.record(key, !result.isFault, nowMs())
    await storeResult(ads, row, result)
  }

  return {
    async send(host: string, rows: readonly TrackingRequest[]): Promise<void> {
      const key = `${environmentId} ${host}`
      const waiting = rows.values()
      const paused: TrackingRequest[] = []
      const sendNext = async () => {
        const { value: row } = waiting.next()
        if (row === undefined) return false
        if (ads.trackingBreaker.isPaused(key, nowMs())) paused.push(row)
        else await sendOne(row, key)
        return true
      }
      // The first request finds out whether a paused host answers again.
      await sendNext()
      const work = async () => {
        while (await sendNext());
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      for (const row of paused) await putBack(ads, row)
      if (paused.length > 0) await putOffDue(ads, environmentId, host)
    },
  }
}

/** Returns a claimed request that was not sent to the queue. */
async function putBack(ads: Ads, row: TrackingRequest): Promise<void> {
  const nextAttemptAt = addSeconds(ads.clock.now(), TRACKING_PAUSE_S)
  const attempts = row.attempts - 1
  await ads.db.update(trackingRequests).set({ state: 'waiting', attempts, nextAttemptAt }).where(isRow(row))
}

/** Postpones all due requests to a paused host, so that they are not claimed. */
async function putOffDue({ db, clock }: Ads, environmentId: string, host: string): Promise<void> {
  const isForHost = eq(hostInUrl, host)
  await db
    .update(trackingRequests)
    .set({ nextAttemptAt: addSeconds(clock.now(), TRACKING_PAUSE_S) })
    .where(and(isDueAt(clock.now(), environmentId), isForHost))
}

/** Marks requests as failed that could not be sent for an hour. */
async function failOld({ db, clock }: Ads, environmentId: string): Promise<void> {
  const isOld = and(
    isDueAt(clock.now(), environmentId),
    lte(trackingRequests.createdAt, addSeconds(clock.now(), -MAX_AGE_S)),
  )
  await inBatches(MAX_OLD, async () => {
    const some = db.select({ rowId: sql`ctid` }).from(trackingRequests).where(isOld).limit(MAX_OLD)
    const failed = { state: 'failed', nextAttemptAt: null } as const
    const { rowCount } = await db
      .update(trackingRequests)
      .set(failed)
      .where(and(isOld, inArray(sql`ctid`, some)))
    return rowCount ?? 0
  })
}

/** @param environmentId undefined for all environments */
function isDueAt(at: Date, environmentId?: string) {
  return and(
    environmentId === undefined ? undefined : eq(trackingRequests.environmentId, environmentId),
    isNotNull(trackingRequests.nextAttemptAt),
    lte(trackingRequests.nextAttemptAt, at),
  )
}

function isRow({ environmentId, sessionId, position, ad, event, number }: TrackingRequest) {
  return and(
    eq(trackingRequests.environmentId, environmentId),
    eq(trackingRequests.sessionId, sessionId),
    eq(trackingRequests.position, position),
    eq(trackingRequests.ad, ad),
    eq(trackingRequests.event, event),
    eq(trackingRequests.number, number),
  )
}

/**
 * Claims due requests. They are `unknown` while they are sent: if the process dies then, they may have counted, and are not
 * sent again.
 */
async function claimDue(
  { db, clock }: Ads,
  environmentId: string,
  busy: readonly string[],
): Promise<TrackingRequest[]> {
  const isDue = and(
    isDueAt(clock.now(), environmentId),
    busy.length === 0 ? undefined : notInArray(hostInUrl, [...busy]),
  )
  return db.transaction(async (tx) => {
    const due = tx
      .select({ rowId: sql`ctid` })
      .from(trackingRequests)
      .where(isDue)
      .orderBy(asc(trackingRequests.nextAttemptAt))
      .limit(BATCH)
      .for('update', { skipLocked: true })
    return tx
      .update(trackingRequests)
      .set({ state: 'unknown', attempts: sql`${trackingRequests.attempts} + 1`, nextAttemptAt: null })
      .where(and(isDue, inArray(sql`ctid`, due)))
      .returning()
  })
}

async function storeResult(
  { db, clock }: Ads,
  row: TrackingRequest,
  { outcome, status }: Result,
): Promise<void> {
  const delayS = DELAYS_S[row.attempts - 1]
  const mayRetry = outcome === 'not-counted' && delayS !== undefined
  const state = mayRetry ? 'waiting' : states[outcome]
  const nextAttemptAt = mayRetry ? addSeconds(clock.now(), delayS) : null
  await db.update(trackingRequests).set({ state, status, nextAttemptAt }).where(isRow(row))
}

/** Macros and headers for requests of a session. Null if the session is deleted. Address and parameters are kept for a day. */
async function viewingOf(
  ads: Ads,
  { sessionId, environmentId }: TrackingRequest,
): Promise<{ macros: MacroValues; headers: Record<string, string> } | null> {
  const [found] = await ads.db
    .select({ session: adSessions, channel: adChannels })
    .from(adSessions)
    .innerJoin(
      adChannels,
      and(eq(adChannels.id, adSessions.channelId), eq(adChannels.environmentId, adSessions.environmentId)),
    )
    .where(rowOf(adSessions, { id: sessionId, environmentId }))
  if (found === undefined) return null
  const { session, channel } = found
  const { address, userAgent, params } = session
  const viewer = { address, userAgent }
  const facts = await ads.viewers.factsOf(channel, sessionId, viewer)
  const macros = viewerMacros({ sessionId, viewer, facts, params }, channel.metadata)
  return { macros, headers: viewerHeaders({ viewer }) }
}

const states = { counted: 'sent', refused: 'failed', 'not-counted': 'failed', unknown: 'unknown' } as const

interface Result {
  readonly outcome: keyof typeof states
  readonly status: number | null
  /** Whether the host is unreachable or overloaded. */
  readonly isFault: boolean
}

/** Sends one request. Only a refused connection, 429 and 5xx prove that it did not count, and only without a redirect. */
async function request({ config }: Ads, url: string, headers: Record<string, string>): Promise<Result> {
  let wasRedirected = false
  try {
    const { answer } = await getGuarded(new URL(url), {
      allowed: config,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers,
      onRedirect: () => {
        wasRedirected = true
      },
    })
    answer.destroy()
    return { outcome: 'counted', status: answer.statusCode ?? null, isFault: false }
  } catch (error) {
    const result = failureOf(error)
    if (!wasRedirected) return result
    // The first server may have counted it before it redirected, and it is not the server that failed.
    const outcome = result.outcome === 'not-counted' ? 'unknown' : result.outcome
    return { ...result, outcome, isFault: false }
  }
}

function failureOf(error: unknown): Result {
  if (!(error instanceof DownloadFailure)) return { outcome: 'unknown', status: null, isFault: false }
  const { status, fault, cause } = error
  const wasRefused = cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
  if (status === null ? wasRefused : status === 429 || status >= 500)
    return { outcome: 'not-counted', status, isFault: true }
  const isRefused = status !== null || fault === 'refused'
  return { outcome: isRefused ? 'refused' : 'unknown', status, isFault: !isRefused }
}

/** Enqueues a job for each environment with due requests. For the sweep. */
export async function enqueueDueTracking({ db, clock, jobs }: Ads): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { environmentId } of await environmentsWhere(tx, isDueAt(clock.now())))
      await jobs.enqueue(tx, trackingJob, { environmentId }, { environmentId, key: environmentId })
  })
}

function environmentsWhere(tx: Queryable, isDue: ReturnType<typeof and>) {
  return tx
    .selectDistinct({ environmentId: trackingRequests.environmentId })
    .from(trackingRequests)
    .where(isDue)
}
