import { and, asc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { inBatches } from '../../../platform/jobs/in-batches.ts'
import { DownloadFailure, getGuarded } from '../../../platform/net/download.ts'
import type { Ads } from '../ads.ts'
import { adChannels } from '../channels/tables.ts'
import { beaconJob } from '../job-definitions.ts'
import { adSessions } from '../sessions/tables.ts'
import { viewerHeaders, viewerMacros } from '../sessions/viewing.ts'
import { fillMacros, type MacroValues } from '../vast/macros.ts'
import { adBeacons } from './tables.ts'

type BeaconRow = typeof adBeacons.$inferSelect

const BATCH = 50
/** Of one host. */
const AT_ONCE = 8
const TIMEOUT_MS = 5000
/** Seconds to wait after each attempt that certainly did not count. */
const DELAYS_S = [5, 60, 600]
/** A host that failed repeatedly is sent nothing for so long. */
export const REPORT_PAUSE_S = 60
/** Older reports are of no use to anybody. */
const MAX_AGE_S = 3600
const MAX_OLD = 10_000

/** Sends what is due in an environment. No host waits for another one. */
export async function sendBeacons(ads: Ads, environmentId: string, signal: AbortSignal): Promise<void> {
  await failOld(ads, environmentId)
  for (;;) {
    signal.throwIfAborted()
    const claimed = await claimDue(ads, environmentId)
    const sender = openSender(ads, environmentId)
    await Promise.all([...Map.groupBy(claimed, hostOf)].map(([host, rows]) => sender.send(host, rows)))
    if (claimed.length < BATCH) return
  }
}

const hostOf = ({ url }: Pick<BeaconRow, 'url'>) => url.split('/', 3)[2] ?? ''

/** Sends the reports of a batch. Those for a host that is paused wait. */
function openSender(ads: Ads, environmentId: string) {
  const viewings = new Map<string, ReturnType<typeof viewingOf>>()
  const nowMs = () => ads.clock.now().getTime()

  async function sendOne(row: BeaconRow, key: string): Promise<void> {
    const known = viewings.get(row.sessionId) ?? viewingOf(ads, row)
    viewings.set(row.sessionId, known)
    const viewing = await known
    if (viewing === null) return
    const { macros, headers } = viewing
    const result = await request(ads, fillMacros(row.url, { ...macros, now: ads.clock.now() }), headers)
    ads.reportBreaker.record(key, !result.isFault, nowMs())
    await storeResult(ads, row, result)
  }

  return {
    async send(host: string, rows: readonly BeaconRow[]): Promise<void> {
      const key = `${environmentId} ${host}`
      const waiting = rows.values()
      const paused: BeaconRow[] = []
      const sendNext = async () => {
        const { value: row } = waiting.next()
        if (row === undefined) return false
        if (ads.reportBreaker.isPaused(key, nowMs())) paused.push(row)
        else await sendOne(row, key)
        return true
      }
      // The first one finds out whether a host that was paused answers again.
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

/** A report that was claimed and not sent. */
async function putBack(ads: Ads, row: BeaconRow): Promise<void> {
  const nextAttemptAt = addSeconds(ads.clock.now(), REPORT_PAUSE_S)
  const attempts = row.attempts - 1
  await ads.db.update(adBeacons).set({ state: 'waiting', attempts, nextAttemptAt }).where(isRow(row))
}

/** Has reports for a host that is paused wait without being claimed. */
async function putOffDue({ db, clock }: Ads, environmentId: string, host: string): Promise<void> {
  const isForHost = eq(sql`split_part(${adBeacons.url}, '/', 3)`, host)
  await db
    .update(adBeacons)
    .set({ nextAttemptAt: addSeconds(clock.now(), REPORT_PAUSE_S) })
    .where(and(isDueAt(clock.now(), environmentId), isForHost))
}

/** Reports that could not be sent for an hour have failed. */
async function failOld({ db, clock }: Ads, environmentId: string): Promise<void> {
  const isOld = and(
    isDueAt(clock.now(), environmentId),
    lte(adBeacons.createdAt, addSeconds(clock.now(), -MAX_AGE_S)),
  )
  await inBatches(MAX_OLD, async () => {
    const some = db.select({ place: sql`ctid` }).from(adBeacons).where(isOld).limit(MAX_OLD)
    const failed = { state: 'failed', nextAttemptAt: null } as const
    const { rowCount } = await db
      .update(adBeacons)
      .set(failed)
      .where(and(isOld, inArray(sql`ctid`, some)))
    return rowCount ?? 0
  })
}

/** @param environmentId left out for all environments */
function isDueAt(at: Date, environmentId?: string) {
  return and(
    environmentId === undefined ? undefined : eq(adBeacons.environmentId, environmentId),
    isNotNull(adBeacons.nextAttemptAt),
    lte(adBeacons.nextAttemptAt, at),
  )
}

function isRow({ environmentId, sessionId, position, ad, event, number }: BeaconRow) {
  return and(
    eq(adBeacons.environmentId, environmentId),
    eq(adBeacons.sessionId, sessionId),
    eq(adBeacons.position, position),
    eq(adBeacons.ad, ad),
    eq(adBeacons.event, event),
    eq(adBeacons.number, number),
  )
}

/**
 * Takes reports that are due. They are `unknown` while they are sent: if the process dies then, nobody knows whether they
 * counted, and they are not sent again.
 */
async function claimDue({ db, clock }: Ads, environmentId: string): Promise<BeaconRow[]> {
  const isDue = isDueAt(clock.now(), environmentId)
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

async function storeResult({ db, clock }: Ads, row: BeaconRow, { outcome, status }: Result): Promise<void> {
  const delayS = DELAYS_S[row.attempts - 1]
  const mayRetry = outcome === 'not-counted' && delayS !== undefined
  const state = mayRetry ? 'waiting' : states[outcome]
  const nextAttemptAt = mayRetry ? addSeconds(clock.now(), delayS) : null
  await db.update(adBeacons).set({ state, status, nextAttemptAt }).where(isRow(row))
}

/** What only the session knows, and only for a day. Null if it is gone. */
async function viewingOf(
  ads: Ads,
  { sessionId, environmentId }: BeaconRow,
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
  /** Whether the host cannot answer now. */
  readonly isFault: boolean
}

/** Only a refused connection, 429 and 5xx say that a report did not count, if no other server has redirected it before. */
async function request({ config }: Ads, url: string, headers: Record<string, string>): Promise<Result> {
  let wasRedirected = false
  try {
    const { answer } = await getGuarded(new URL(url), {
      allowed: config.URL_ALLOW_PRIVATE,
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
    // The first server may have counted it, and is not the one that failed.
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

/** Environments with reports that are due, for the sweep. */
export async function enqueueDueBeacons({ db, clock, jobs }: Ads): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { environmentId } of await environmentsWhere(tx, isDueAt(clock.now())))
      await jobs.enqueue(tx, beaconJob, { environmentId }, { environmentId, key: environmentId })
  })
}

function environmentsWhere(tx: Queryable, isDue: ReturnType<typeof and>) {
  return tx.selectDistinct({ environmentId: adBeacons.environmentId }).from(adBeacons).where(isDue)
}
