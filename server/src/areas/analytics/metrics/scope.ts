import { type Dimension, dimensions } from '@kinora/contract'
import type { Scope } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { Problem, problem } from '../../../platform/problem.ts'
import { adChannelNames } from '../../ads/index.ts'
import { campaignNames } from '../../campaigns/index.ts'
import { contentTitles, visibleContentIds } from '../../library/index.ts'
import { streamNames } from '../../live/index.ts'
import type { Analytics } from '../analytics.ts'
import { NO_ID } from '../deltas/deltas.ts'
import { ownCampaignsStatement } from './statements.ts'
import type { TimeRange } from './time-range.ts'
import type { ViewScope } from './view-scope.ts'

const DAY_S = 86_400
const HALF_HOUR_MS = 30 * 60_000
/** Views in half an hour up to which reading them is as fast as reading their sums, which have a row for each half hour. */
const FEW_IN_HALF_HOUR = 150
/** IDs that fit into a ClickHouse statement. */
const MAX_VISIBLE = 5000

/** The scope of a query: environments, range, filters, and the videos that the caller may see.
 * @param callers the caller in each environment
 * @throws problem warehouse-away */
export async function viewScope(
  analytics: Pick<Analytics, 'db' | 'warehouse' | 'countViews' | 'log' | 'clock' | 'config'>,
  callers: readonly Pick<Scope, 'environmentId' | 'filter'>[],
  range: TimeRange,
  filters: ViewScope['filters'],
): Promise<ViewScope> {
  const { db, warehouse, countViews, log, clock, config } = analytics
  const visible = callers.map(async ({ environmentId, filter }) => {
    const contentIds = await visibleContentIds(db, { environmentId, filter }, MAX_VISIBLE)
    return { environmentId, contentIds }
  })
  const counted = callers.map(({ environmentId }) => environmentId)
  const [environments, since, views] = await Promise.all([
    Promise.all(visible),
    answered(log, warehouse.since()),
    answered(log, countViews(counted, range)),
  ])
  const halfHours = (range.to.getTime() - range.from.getTime()) / HALF_HOUR_MS
  const areFew = views <= Math.min(config.RAW_VIEWS, FEW_IN_HALF_HOUR * halfHours)
  const viewsSince = addSeconds(clock.now(), -config.VIEWS_DAYS * DAY_S)
  return { environments, range, filters, ...since, areFew, viewsSince }
}

/** @throws problem warehouse-away, unavailable */
export async function rowsOf<Row>(
  { warehouse, log }: Pick<Analytics, 'warehouse' | 'log'>,
  statement: string,
): Promise<Row[]> {
  return answered(log, warehouse.rows<Row>(statement))
}

async function answered<T>(log: Analytics['log'], answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (err) {
    if (err instanceof Problem) throw err
    log.warn({ err }, 'a query of the warehouse failed')
    throw problem('warehouse-away')
  }
}

/** Adds names to rows whose keys are IDs. Null for deleted objects. */
export async function withNames<Row extends { readonly key: string }>(
  analytics: Pick<Analytics, 'db' | 'warehouse' | 'log'>,
  environments: Environments,
  dimension: Dimension | undefined,
  rows: readonly Row[],
): Promise<(Row & { name?: string | null })[]> {
  const { db } = analytics
  if (dimension === 'campaign') return withCampaignNames(analytics, environments, rows)
  const sources =
    dimension === 'adChannel'
      ? [adChannelNames]
      : dimension === 'contentId' || dimension === 'customPlayback'
        ? [contentTitles, streamNames]
        : null
  if (sources === null) return [...rows]
  const ids = [...new Set(rows.map(({ key }) => key))]
  const names = await inAll(environments, (id) => sources.map((source) => source(db, id, ids)))
  return rows.map((row) => ({ ...row, name: names.get(row.key) ?? null }))
}

type Environments = readonly Pick<Scope, 'environmentId'>[]

/** Looks up values by ID in each environment. */
export async function inAll<V>(
  environments: Environments,
  lookUp: (environmentId: string) => readonly Promise<ReadonlyMap<string, V>>[],
): Promise<Map<string, V>> {
  const found = await Promise.all(environments.flatMap(({ environmentId }) => lookUp(environmentId)))
  return new Map(found.flatMap((own) => [...own]))
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Campaign keys are IDs of Kinora's campaigns or campaign names of ad servers, which can look like IDs. */
async function withCampaignNames<Row extends { readonly key: string }>(
  analytics: Pick<Analytics, 'db' | 'warehouse' | 'log'>,
  environments: Environments,
  rows: readonly Row[],
): Promise<(Row & { name?: string | null })[]> {
  const ids = [...new Set(rows.map(({ key }) => key).filter((key) => UUID.test(key)))]
  const names = await inAll(environments, (id) => [campaignNames(analytics.db, id, ids)])
  const unknown = ids.filter((id) => !names.has(id))
  const deleted =
    unknown.length === 0
      ? []
      : await rowsOf<{ id: string }>(analytics, ownCampaignsStatement(environments, unknown))
  const known = new Map<string, string | null>([...deleted.map(({ id }) => [id, null] as const), ...names])
  return rows.map((row) => {
    const name = known.get(row.key)
    return { ...row, ...(name !== undefined && { name }) }
  })
}

type Asked = Partial<Record<Dimension, readonly string[] | undefined>> & {
  /** Dimensions for which an empty value matches too. */
  readonly missing?: readonly Dimension[] | undefined
}

/** Picks the filters from the fields of a query. */
export function filtersOf(asked: Asked): ViewScope['filters'] {
  return Object.fromEntries(
    dimensions.map((dimension) => {
      if (!asked.missing?.includes(dimension)) return [dimension, asked[dimension]]
      return [dimension, [...(asked[dimension] ?? []), dimension === 'customPlayback' ? NO_ID : '']]
    }),
  )
}
