import type { AdDecision, AdSession, AdSessionDetails } from '@kinora/contract'
import { and, asc, desc, eq, inArray, lt, lte, ne, sql } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { problem } from '../../../platform/problem.ts'
import type { Ads } from '../ads.ts'
import { adBeacons } from '../beacons/tables.ts'
import { getChannel } from '../channels/channels.ts'
import { type Decision, insertedAds } from './decision.ts'
import { adDecisions, adSessions } from './tables.ts'

type SessionRow = typeof adSessions.$inferSelect
type BeaconRow = typeof adBeacons.$inferSelect

/** Sessions of a channel, newest first. IDs grow with time, so the cursor is the last ID. @throws problem not-found */
export async function listSessions(
  { db }: Pick<Ads, 'db'>,
  { scope }: Caller,
  channelId: string,
  { cursor, pageSize }: { readonly cursor?: string | undefined; readonly pageSize: number },
): Promise<{ items: AdSession[]; nextCursor: string | null }> {
  const channel = await getChannel(db, scope, channelId)
  if (cursor !== undefined && !isId(cursor))
    throw problem('request-invalid', { detail: 'The cursor is not valid' })
  const rows = await db
    .select()
    .from(adSessions)
    .where(
      and(
        ...[eq(adSessions.channelId, channel.id), eq(adSessions.environmentId, channel.environmentId)],
        cursor === undefined ? undefined : lt(adSessions.id, cursor),
      ),
    )
    .orderBy(desc(adSessions.id))
    .limit(pageSize + 1)
  const shown = rows.slice(0, pageSize)
  const ids = shown.map(({ id }) => id)
  const [decisions, beacons] =
    ids.length === 0
      ? [[], []]
      : await Promise.all([
          db.select().from(adDecisions).where(inArray(adDecisions.sessionId, ids)),
          db
            .select()
            .from(adBeacons)
            .where(and(inArray(adBeacons.sessionId, ids), eq(adBeacons.event, 'impression'))),
        ])
  const items = shown.map((row) =>
    sessionView(
      row,
      decisions.filter(({ sessionId }) => sessionId === row.id),
      beacons.filter(({ sessionId }) => sessionId === row.id),
    ),
  )
  return { items, nextCursor: rows.length > pageSize ? (ids.at(-1) ?? null) : null }
}

/** @throws problem not-found */
export async function getSession(
  { db }: Pick<Ads, 'db'>,
  { scope }: Caller,
  channelId: string,
  id: string,
): Promise<AdSessionDetails> {
  const { environmentId } = await getChannel(db, scope, channelId)
  const isIt = and(rowOf(adSessions, { id, environmentId }), eq(adSessions.channelId, channelId))
  const [row] = await db.select().from(adSessions).where(isIt)
  if (row === undefined) throw problem('not-found')
  const [decisions, beacons] = await Promise.all([
    db.select().from(adDecisions).where(eq(adDecisions.sessionId, id)).orderBy(asc(adDecisions.position)),
    db
      .select()
      .from(adBeacons)
      .where(and(eq(adBeacons.sessionId, id), eq(adBeacons.environmentId, environmentId)))
      .orderBy(asc(adBeacons.createdAt), asc(adBeacons.ad), asc(adBeacons.event), asc(adBeacons.number)),
  ])
  return {
    ...sessionView(row, decisions, beacons),
    decisions: decisions.map((decision) => ({
      ...decisionView(decision),
      beacons: beacons.filter(({ position }) => position === decision.position).map(beaconView),
    })),
  }
}

/** Also what is not stored yet. */
export function decisionView(decision: Decision): AdDecision {
  const { position, kind, atS, availableS, filledS, reason, tookMs, offered, exchanges } = decision
  return {
    ...{ position, kind, at: atS, availableS, filledS, reason, tookMs },
    offered: offered.map(({ inserted: _, ...shown }) => shown),
    exchanges: [...exchanges],
  }
}

/** An ad counts once, however many addresses its impression is reported to. */
function sessionView(
  row: SessionRow,
  decisions: readonly Decision[],
  beacons: readonly BeaconRow[],
): AdSession {
  const { id, channelId, startedAt, userAgent } = row
  const shown = beacons.filter(({ event }) => event === 'impression')
  return {
    ...{ id, channelId, userAgent, startedAt: startedAt.toISOString() },
    breaks: decisions.length,
    ads: decisions.reduce((sum, decision) => sum + insertedAds(decision).length, 0),
    impressions: new Set(shown.map(({ position, ad }) => `${position}.${ad}`)).size,
  }
}

function beaconView({ ad, event, url, state, attempts, status, createdAt }: BeaconRow) {
  return { ad, event, url, state, attempts, status, at: createdAt.toISOString() }
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

const SESSION_SECONDS = 30 * 24 * 3600
const ADDRESS_SECONDS = 24 * 3600
const BATCH = 1000

/** Deletes sessions after 30 days, and the addresses of viewers after a day. */
export async function deleteOldSessions({ db, clock }: Pick<Ads, 'db' | 'clock'>): Promise<void> {
  const before = (seconds: number) => lte(adSessions.startedAt, addSeconds(clock.now(), -seconds))
  const old = db.select({ id: adSessions.id }).from(adSessions).where(before(SESSION_SECONDS)).limit(BATCH)
  await db.delete(adSessions).where(sql`${adSessions.id} IN ${old}`)
  await db
    .update(adSessions)
    .set({ address: '' })
    .where(and(before(ADDRESS_SECONDS), ne(adSessions.address, '')))
}
