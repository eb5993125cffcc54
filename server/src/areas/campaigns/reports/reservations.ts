import { and, eq, lte, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { OfferPlace, ReservedPlace } from '../../ads/index.ts'
import { impressionCount } from '../campaigns/campaign-views.ts'
import { campaigns } from '../campaigns/tables.ts'
import { campaignReservations } from './tables.ts'

type Context = Pick<Platform, 'clock'>

/** Impressions before the total at which transactions begin to wait for each other. It is far above the number of connections to
 * the database, times the breaks of a session, so that transactions that do not wait cannot exceed the total together. */
const LAST_IMPRESSIONS = 10_000
/** Time for which an impression is kept after the viewer can reach the ad: for pauses, and for players that load ahead. */
const KEPT_S = 30 * 60

/** Reserves an impression for each place, in the transaction that stores its decision. Campaigns without a total need none.
 * @returns places whose campaigns have none left: their ads must not be shown */
export async function reserveImpressions(
  { clock }: Context,
  tx: Transaction,
  places: readonly ReservedPlace[],
): Promise<ReadonlySet<ReservedPlace>> {
  const now = clock.now()
  const refused = new Set<ReservedPlace>()
  const byCampaign = Map.groupBy(places, ({ campaignId }) => campaignId)
  // Campaigns are locked in one order, so that sessions do not wait for each other in a circle.
  for (const own of [...byCampaign.values()].toSorted(byId)) {
    const [first] = own
    if (first === undefined) continue
    const { free } = await lockLeft(tx, now, first)
    for (const place of own.slice(Math.max(0, free))) refused.add(place)
    const kept = free === Number.POSITIVE_INFINITY ? [] : own.slice(0, Math.max(0, free))
    if (kept.length === 0) continue
    const rows = kept.map(({ reachedAt, ...place }) => ({
      ...place,
      expiresAt: addSeconds(reachedAt, KEPT_S),
    }))
    await tx.insert(campaignReservations).values(rows).onConflictDoNothing()
  }
  return refused
}

const byId = ([a]: readonly OfferPlace[], [b]: readonly OfferPlace[]) =>
  (a?.campaignId ?? '').localeCompare(b?.campaignId ?? '')

/** Whether the ad at a place may count its impression. The impression that is reserved for it always may. If it expired, others may
 * have it by now. A deleted campaign counts nothing. */
export async function lockImpression(
  { clock }: Context,
  tx: Transaction,
  place: OfferPlace,
): Promise<boolean> {
  const { uncounted, free, isReserved } = await lockLeft(tx, clock.now(), place)
  return isReserved ? uncounted > 0 : free > 0
}

/** Removes the reservation of an impression that is counted, in the same transaction. */
export async function releaseImpression(tx: Transaction, place: OfferPlace): Promise<void> {
  const { environmentId, sessionId, position, ad } = place
  await tx
    .delete(campaignReservations)
    .where(
      and(
        eq(campaignReservations.environmentId, environmentId),
        eq(campaignReservations.sessionId, sessionId),
        eq(campaignReservations.position, position),
        eq(campaignReservations.ad, ad),
      ),
    )
}

/** Deletes expired reservations, for the sweep. They do not count any more. */
export async function deleteExpiredReservations({
  db,
  clock,
}: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  await db.delete(campaignReservations).where(lte(campaignReservations.expiresAt, clock.now()))
}

interface Left {
  /** Impressions of the total that are not counted yet. */
  readonly uncounted: number
  /** Uncounted impressions that no other place has reserved. */
  readonly free: number
  /** Whether one is reserved for this place. */
  readonly isReserved: boolean
}

/** Reads what a campaign has left. Near its total, other transactions wait until this one ends, so it stays true until then. */
async function lockLeft(tx: Transaction, now: Date, place: OfferPlace): Promise<Left> {
  const left = await readLeft(tx, now, place)
  if (left.uncounted <= 0 || left.free > LAST_IMPRESSIONS) return left
  await takeLock(tx, `impressions of campaign ${place.campaignId}`)
  return readLeft(tx, now, place)
}

async function readLeft(tx: Transaction, now: Date, place: OfferPlace): Promise<Left> {
  const { campaignId, environmentId, sessionId, position, ad } = place
  const isHere = sql`(kept.session_id, kept.position, kept.ad) = (${sessionId}::uuid, ${position}::int, ${ad}::int)`
  const [row] = await tx
    .select({
      total: campaigns.totalImpressions,
      impressions: impressionCount,
      reserved: reservedCount(now),
      isReserved: sql<boolean>`EXISTS (${reservations(now)} AND ${isHere})`,
    })
    .from(campaigns)
    .where(rowOf(campaigns, { id: campaignId, environmentId }))
  if (row === undefined) return { uncounted: 0, free: 0, isReserved: false }
  const { total, impressions, reserved, isReserved } = row
  if (total === null)
    return { uncounted: Number.POSITIVE_INFINITY, free: Number.POSITIVE_INFINITY, isReserved }
  const uncounted = total - impressions
  return { uncounted, free: uncounted - reserved + Number(isReserved), isReserved }
}

/** Impressions of a campaign that are reserved, beside its row. */
export function reservedCount(now: Date) {
  return sql<number>`(SELECT count(*) FROM (${reservations(now)}) AS reserved)::float8`
}

function reservations(now: Date) {
  return sql`SELECT 1 FROM campaign_reservations AS kept WHERE kept.environment_id = campaigns.environment_id
    AND kept.campaign_id = campaigns.id AND kept.expires_at > ${now.toISOString()}::timestamptz`
}
