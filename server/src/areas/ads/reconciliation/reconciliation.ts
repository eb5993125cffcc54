import type { AdReconciliation, adsCalls, BodyOf, ReconciledCampaign } from '@kinora/contract'
import { and, count, eq, gte, isNotNull, lt, max, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import type { Ads } from '../ads.ts'
import { getChannel } from '../channels/channels.ts'
import { adDecisions, adSessions } from '../decisions/tables.ts'
import { adEvents } from '../facts/tables.ts'
import { trackingRequests } from '../tracking/tables.ts'
import { readFigures } from './read-figures.ts'

type Asked = BodyOf<(typeof adsCalls)['reconcileAdChannel']>
type Ours = Omit<ReconciledCampaign, 'theirs' | 'differencePercent' | 'notDelivered' | 'due'>

const states = ['sent', 'unknown', 'failed', 'waiting'] as const

/** Compares decided and delivered ads with the figures of an ad server. @throws problem not-found, ad-figures-invalid */
export async function reconcileChannel(
  ads: Pick<Ads, 'db'>,
  { scope }: Caller,
  channelId: string,
  { from, to, csv }: Asked,
): Promise<AdReconciliation> {
  const { id, environmentId } = await getChannel(ads.db, scope, channelId)
  const theirs = readFigures(csv)
  const ours = await countCampaigns(
    ads,
    and(
      eq(adSessions.channelId, id),
      eq(adSessions.environmentId, environmentId),
      gte(adSessions.startedAt, new Date(from)),
      lt(adSessions.startedAt, new Date(to)),
    ),
  )
  const known = new Set(ours.map(({ campaign }) => campaign))
  const others = [...theirs.keys()].filter((campaign) => !known.has(campaign)).map(nothingOf)
  const items = [...ours, ...others].map((row) => compared(row, theirs.get(row.campaign) ?? null))
  const sum = (field: Exclude<keyof Ours, 'campaign' | 'title'>) =>
    items.reduce((total, row) => total + row[field], 0)
  const figures = {
    inserted: sum('inserted'),
    impressions: sum('impressions'),
    sent: sum('sent'),
    unknown: sum('unknown'),
    failed: sum('failed'),
    waiting: sum('waiting'),
  }
  const all = theirs.size === 0 ? null : [...theirs.values()].reduce((total, each) => total + each, 0)
  const { campaign: _, title: _title, ...total } = compared({ campaign: '', title: null, ...figures }, all)
  return { items, total }
}

function nothingOf(campaign: string): Ours {
  return {
    campaign,
    title: null,
    inserted: 0,
    impressions: 0,
    sent: 0,
    unknown: 0,
    failed: 0,
    waiting: 0,
  }
}

function compared(ours: Ours, theirs: number | null): ReconciledCampaign {
  const { inserted, impressions, sent, unknown, failed, waiting } = ours
  return {
    ...ours,
    notDelivered: inserted - impressions,
    due: sent + unknown + failed + waiting,
    theirs,
    differencePercent:
      theirs === null || impressions === 0 ? null : (100 * (theirs - impressions)) / impressions,
  }
}

/** Counts by campaign, most impressions first. An impression with several tracking URLs has the state of the least advanced
 * request. */
async function countCampaigns({ db }: Pick<Ads, 'db'>, isWanted: SQL | undefined): Promise<Ours[]> {
  const shown = db.$with('shown').as(
    db
      .select({
        sessionId: adDecisions.sessionId,
        position: adDecisions.position,
        ad: sql<number>`(offered.n - 1)::integer`.as('ad_index'),
        campaign: sql<string>`coalesce(offered.ad ->> 'adId', '')`.as('campaign'),
        title: sql<string | null>`offered.ad ->> 'title'`.as('title'),
      })
      .from(adSessions)
      .innerJoin(adDecisions, eq(adDecisions.sessionId, adSessions.id))
      .innerJoin(
        sql`jsonb_array_elements(${adDecisions.offered}) WITH ORDINALITY AS offered(ad, n)`,
        // House ads, bumpers and slates have no tracking.
        sql`offered.ad -> 'inserted' <> 'null' AND offered.ad -> 'filler' IS NULL`,
      )
      .where(isWanted),
  )
  const reports = db
    .select({
      state: sql`CASE WHEN bool_or(${trackingRequests.state} = 'waiting') THEN 'waiting'
        WHEN bool_or(${trackingRequests.state} = 'failed') THEN 'failed'
        WHEN bool_or(${trackingRequests.state} = 'unknown') THEN 'unknown' ELSE max(${trackingRequests.state}) END`.as(
        'state',
      ),
    })
    .from(trackingRequests)
    .where(
      and(
        eq(trackingRequests.sessionId, shown.sessionId),
        eq(trackingRequests.position, shown.position),
        eq(trackingRequests.ad, shown.ad),
        eq(trackingRequests.event, 'impression'),
      ),
    )
    .as('reports')
  const counted = (state: (typeof states)[number]) =>
    sql`count(*) FILTER (WHERE ${reports.state} = ${state})`.mapWith(Number)
  return db
    .with(shown)
    .select({
      campaign: shown.campaign,
      title: max(shown.title),
      inserted: count(),
      impressions: count(adEvents.sessionId),
      sent: counted('sent'),
      unknown: counted('unknown'),
      failed: counted('failed'),
      waiting: counted('waiting'),
    })
    .from(shown)
    .leftJoin(
      adEvents,
      and(
        eq(adEvents.sessionId, shown.sessionId),
        eq(adEvents.position, shown.position),
        eq(adEvents.ad, shown.ad),
        eq(adEvents.event, 'impression'),
      ),
    )
    .leftJoinLateral(reports, isNotNull(adEvents.sessionId))
    .groupBy(shown.campaign)
    .orderBy(sql`count(${adEvents.sessionId}) DESC`, shown.campaign)
}
