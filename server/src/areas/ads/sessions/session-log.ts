import {
  type AdDecision,
  type AdSession,
  type AdSessionDetails,
  type adsCalls,
  adTrackingEvents,
  type QueryOf,
} from '@kinora/contract'
import { and, asc, count, desc, eq, inArray, lt, lte, ne, sql, sum } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { inBatches } from '../../../platform/jobs/in-batches.ts'
import { problem } from '../../../platform/problem.ts'
import type { Ads } from '../ads.ts'
import type { ChannelRow } from '../channels/channel-row.ts'
import { getChannel } from '../channels/channels.ts'
import type { Decision } from '../decisions/decision.ts'
import { adDecisions, adSessions } from '../decisions/tables.ts'
import { adEvents, adViewers } from '../facts/tables.ts'
import { OFFER_AD_SYSTEM } from '../offers/offers.ts'
import { UNKNOWN_VIEWER } from '../rules/tables.ts'
import { trackingRequests } from '../tracking/tables.ts'
import { isAsked } from './session-search.ts'

/** Joins the viewer of a session. Each session has one. */
const isViewer = and(
  eq(adViewers.sessionId, adSessions.id),
  eq(adViewers.environmentId, adSessions.environmentId),
)
const { id, channelId, startedAt, userAgent } = adSessions
const withViewer = {
  id,
  channelId,
  startedAt,
  userAgent,
  country: adViewers.country,
  deviceType: adViewers.deviceType,
}
type SessionRow = Pick<typeof adSessions.$inferSelect, 'id' | 'channelId' | 'startedAt' | 'userAgent'> &
  Pick<typeof adViewers.$inferSelect, 'country' | 'deviceType'>
type TrackingRequest = typeof trackingRequests.$inferSelect

/** Lists sessions of a channel, newest first. IDs grow with time, so the cursor is the last ID. @throws problem not-found */
export async function listSessions(
  { db }: Pick<Ads, 'db'>,
  { scope }: Caller,
  channelId: string,
  { cursor, pageSize, ...asked }: QueryOf<(typeof adsCalls)['listAdSessions']>,
): Promise<{ items: AdSession[]; nextCursor: string | null }> {
  const channel = await getChannel(db, scope, channelId)
  if (cursor !== undefined && !isId(cursor))
    throw problem('request-invalid', { detail: 'The cursor is not valid' })
  const rows = await db
    .select(withViewer)
    .from(adSessions)
    .innerJoin(adViewers, isViewer)
    .where(
      and(
        eq(adSessions.channelId, channel.id),
        eq(adSessions.environmentId, channel.environmentId),
        cursor === undefined ? undefined : lt(adSessions.id, cursor),
        isAsked(asked),
      ),
    )
    .orderBy(desc(adSessions.id))
    .limit(pageSize + 1)
  const shown = rows.slice(0, pageSize)
  const ids = shown.map(({ id }) => id)
  const figures = await countAds(db, ids)
  const items = shown.map((row) => ({ ...sessionView(row), ...(figures.get(row.id) ?? none) }))
  return { items, nextCursor: rows.length > pageSize ? (ids.at(-1) ?? null) : null }
}

/** @throws problem not-found */
export async function getSession(
  { db, viewers }: Pick<Ads, 'db' | 'viewers'>,
  { scope }: Caller,
  channelId: string,
  id: string,
): Promise<AdSessionDetails> {
  const channel = await getChannel(db, scope, channelId)
  const { environmentId } = channel
  const isIt = and(rowOf(adSessions, { id, environmentId }), eq(adSessions.channelId, channelId))
  const { device, os, browser, viewer } = adViewers
  const [found] = await db
    .select({ row: withViewer, of: { device, os, browser }, viewer })
    .from(adSessions)
    .innerJoin(adViewers, isViewer)
    .where(isIt)
  if (found === undefined) throw problem('not-found')
  const { row, of } = found
  const [decisions, requests] = await Promise.all([
    db.select().from(adDecisions).where(eq(adDecisions.sessionId, id)).orderBy(asc(adDecisions.position)),
    db
      .select()
      .from(trackingRequests)
      .where(and(eq(trackingRequests.sessionId, id), eq(trackingRequests.environmentId, environmentId)))
      .orderBy(asc(trackingRequests.ad), asc(trackingRequests.number)),
  ])
  const figures = await countAds(db, [id])
  return {
    ...sessionView(row),
    ...(figures.get(id) ?? none),
    ...of,
    recognizedBy: await recognitionOf(viewers, channel, id, found.viewer),
    decisions: decisions.map((decision) => ({
      ...decisionView(decision),
      beacons: requests
        .filter(({ position }) => position === decision.position)
        .sort((a, b) => a.ad - b.ad || eventOrder(a) - eventOrder(b))
        .map(trackingView),
    })),
  }
}

/** Recognition of the viewer. If viewers are private, the hash is that of the session. */
async function recognitionOf(
  viewers: Ads['viewers'],
  channel: Pick<ChannelRow, 'environmentId' | 'contentId' | 'livestreamId'>,
  sessionId: string,
  viewer: string,
): Promise<AdSessionDetails['recognizedBy']> {
  if (viewer === UNKNOWN_VIEWER) return 'unknown'
  const ofSession = await viewers.factsOf(channel, sessionId, { address: '', userAgent: '' })
  return ofSession.viewer === viewer ? 'session' : 'address-and-browser'
}

type Figures = Pick<AdSession, 'breaks' | 'ads' | 'impressions'>
const none: Figures = { breaks: 0, ads: 0, impressions: 0 }

/** Counts of sessions by ID. */
async function countAds(db: Queryable, ids: readonly string[]): Promise<Map<string, Figures>> {
  if (ids.length === 0) return new Map()
  const inserted = sql`(SELECT count(*) FROM jsonb_array_elements(${adDecisions.offered}) AS ad WHERE ad->'inserted' <> 'null' AND ad->'filler' IS NULL)`
  const { sessionId } = adDecisions
  const decided = await db
    .select({ sessionId, breaks: count(), ads: sum(inserted).mapWith(Number) })
    .from(adDecisions)
    .where(inArray(sessionId, [...ids]))
    .groupBy(sessionId)
  const shown = await db
    .select({
      sessionId: adEvents.sessionId,
      impressions: count(),
    })
    .from(adEvents)
    .where(and(inArray(adEvents.sessionId, [...ids]), eq(adEvents.event, 'impression')))
    .groupBy(adEvents.sessionId)
  const impressions = new Map(shown.map((row) => [row.sessionId, row.impressions]))
  return new Map(
    decided.map(({ sessionId: id, ...row }) => [id, { ...row, impressions: impressions.get(id) ?? 0 }]),
  )
}

/** View of a decision, also of one that is not stored. */
export function decisionView(decision: Decision): AdDecision {
  const { position, kind, atS, availableS, filledS, reason, tookMs, offered, exchanges, cueId } = decision
  // Times of live breaks are Unix times.
  const start = cueId === null ? { at: atS, beganAt: null } : { at: 0, beganAt: dateOf(atS) }
  return {
    position,
    kind,
    ...start,
    availableS,
    filledS,
    reason,
    tookMs,
    offered: offered.map(({ inserted: _, isPassedOver: _isPassedOver, filler = null, ...shown }) => ({
      ...shown,
      filler,
      campaignId: shown.adSystem === OFFER_AD_SYSTEM ? shown.adId : null,
    })),
    exchanges: exchanges.map(({ reason: _, ...shown }) => shown),
  }
}

const dateOf = (epochS: number) => new Date(epochS * 1000).toISOString()

function sessionView({ startedAt, ...row }: SessionRow): Omit<AdSession, keyof Figures> {
  return { ...row, startedAt: startedAt.toISOString() }
}

const eventOrder = ({ event }: TrackingRequest) => adTrackingEvents.indexOf(event)

function trackingView({ ad, event, url, state, attempts, status, createdAt }: TrackingRequest) {
  return { ad, event, url, state, attempts, status, at: createdAt.toISOString() }
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

const SESSION_SECONDS = 30 * 24 * 3600
const ADDRESS_SECONDS = 24 * 3600
const BATCH = 1000

/** Deletes sessions after 30 days, and their personal data after a day. */
export async function deleteOldSessions(ads: Pick<Ads, 'db' | 'clock'>): Promise<void> {
  const { db, clock } = ads
  const old = lte(adSessions.startedAt, addSeconds(clock.now(), -SESSION_SECONDS))
  await inBatches(BATCH, async () => {
    const some = db.select({ id: adSessions.id }).from(adSessions).where(old).limit(BATCH)
    const { rowCount } = await db.delete(adSessions).where(sql`${adSessions.id} IN ${some}`)
    return rowCount ?? 0
  })
  await inBatches(BATCH, () => deleteViewers(ads))
}

/** Deletes addresses and parameters, also from the URLs and answers of requests to ad servers. */
function deleteViewers({ db, clock }: Pick<Ads, 'db' | 'clock'>): Promise<number> {
  const isOld = lte(adSessions.startedAt, addSeconds(clock.now(), -ADDRESS_SECONDS))
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: adSessions.id })
      .from(adSessions)
      .where(and(isOld, ne(adSessions.address, '')))
      .limit(BATCH)
      .for('update', { skipLocked: true })
    if (rows.length === 0) return 0
    const ids = rows.map((row) => row.id)
    await tx.update(adSessions).set({ address: '', params: {} }).where(inArray(adSessions.id, ids))
    const { exchanges, sessionId } = adDecisions
    const shown = sql`SELECT jsonb_agg(each || jsonb_build_object('url', regexp_replace(each->>'url', '[?;#].*$', ''), 'answer', '') ORDER BY n)
      FROM jsonb_array_elements(${exchanges}) WITH ORDINALITY AS kept(each, n)`
    await tx
      .update(adDecisions)
      .set({ exchanges: sql`coalesce((${shown}), '[]')` })
      .where(inArray(sessionId, ids))
    return rows.length
  })
}
