import { and, asc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
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
const AT_ONCE = 8
const TIMEOUT_MS = 5000
/** Seconds to wait after each attempt that certainly did not count. */
const DELAYS_S = [5, 60, 600]

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
  const viewing = await viewingOf(ads, row)
  if (viewing === null) return
  const { macros, headers } = viewing
  const result = await request(ads, fillMacros(row.url, { ...macros, now: ads.clock.now() }), headers)
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
