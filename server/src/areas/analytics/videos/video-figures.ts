import {
  type analyticsCalls,
  type QueryOf,
  type VideoFigures,
  type ViewershipDetails,
  videoMetrics,
  viewershipMetrics,
} from '@kinora/contract'
import type { Scope } from '../../../platform/auth.ts'
import { pageOffset } from '../../../platform/database/page.ts'
import { contentDurations } from '../../library/index.ts'
import type { Analytics } from '../analytics.ts'
import { definitions } from '../metrics/definitions.ts'
import { notesOf } from '../metrics/notes.ts'
import { filtersOf, inAll, rowsOf, viewScope, withNames } from '../metrics/scope.ts'
import { rawWords } from '../metrics/source.ts'
import { aggregateOf, whereOf } from '../metrics/statements.ts'
import { rangeBefore, timeRangeOf } from '../metrics/time-range.ts'
import { isInEnvironments, type ViewScope } from '../metrics/view-scope.ts'
import { literal, uuids } from '../warehouse/literal.ts'
import { type Grid, gridOf, playedPoints } from './played-points.ts'

type Metric = (typeof viewershipMetrics)[number]
type Values = Readonly<Partial<Record<Metric, number | null>>>
type Row = Values & { readonly key: string; readonly category: 'video' | 'live' }
type AskedDetails = QueryOf<(typeof analyticsCalls)['getViewershipDetails']>

/** Lists videos with their metrics. @throws problem range-too-long, timezone-unknown, warehouse-away */
export async function listVideoFigures(
  analytics: Analytics,
  caller: Scope,
  asked: QueryOf<(typeof analyticsCalls)['listVideoFigures']>,
): Promise<VideoFigures> {
  const only = `AND kind = 'video'`
  const { contents, ...page } = await contentsOf(analytics, [caller], asked, videoMetrics, only)
  const items = contents.map(({ item, values }) => ({ ...item, figures: figuresOf(videoMetrics, values) }))
  return { items, ...page }
}

/** Lists videos and live streams with their metrics. @throws problem range-too-long, timezone-unknown, warehouse-away */
export async function getViewershipDetails(
  analytics: Analytics,
  callers: readonly Scope[],
  { compareWithPeriod, ...asked }: AskedDetails,
): Promise<ViewershipDetails> {
  const { contents, ...page } = await contentsOf(analytics, callers, asked, viewershipMetrics)
  const ids = contents.map(({ item }) => item.contentId)
  const before = compareWithPeriod ? await valuesBefore(analytics, callers, asked, ids) : null
  const items = contents.map(({ item, category, values }) => ({
    ...item,
    category,
    figures: figuresOf(viewershipMetrics, values).map((figure) => ({
      ...figure,
      ...(before !== null && { previous: before.get(item.contentId)?.[figure.metric] ?? null }),
    })),
  }))
  return { items, ...page, ...notesOf(asked, viewershipMetrics, ['interval', 'groupBy', 'splitBy']) }
}

function figuresOf<M extends Metric>(metrics: readonly M[], values: Values) {
  return metrics.map((metric) => ({
    metric,
    unit: definitions[metric].unit,
    value: values[metric] ?? null,
  }))
}

/** A page of the viewed videos and live streams. @param only an extra condition */
async function contentsOf(
  analytics: Analytics,
  callers: readonly Scope[],
  { pageNum, pageSize, sort, ...asked }: Omit<AskedDetails, 'compareWithPeriod'>,
  metrics: readonly Metric[],
  only = '',
) {
  const range = timeRangeOf({ ...asked, interval: 'day' })
  const [scope, freshAt] = await Promise.all([
    viewScope(analytics, callers, range, filtersOf(asked)),
    analytics.freshTime(),
  ])
  const from = `FROM views ${whereOf(scope)} ${only}`
  const sorted = metrics.find((metric) => sort === metric || sort === `-${metric}`) ?? 'views'
  const order = `${aggregateOf(sorted, rawWords)} ${sort.startsWith('-') ? 'DESC' : 'ASC'} NULLS LAST`
  const [rows, [all]] = await Promise.all([
    rowsOf<Row>(
      analytics,
      `SELECT ${columnsOf(metrics)} ${from} GROUP BY key HAVING sum(views.views) > 0
        ORDER BY ${order}, key LIMIT ${pageSize} OFFSET ${pageOffset({ pageNum, pageSize })}`,
    ),
    rowsOf<{ counted: number }>(analytics, `SELECT uniqExact(object_id) AS counted ${from}`),
  ])
  const ids = rows.map(({ key }) => key)
  const [named, durations] = await Promise.all([
    withNames(analytics, scope.environments, 'contentId', rows),
    inAll(scope.environments, (id) => [contentDurations(analytics.db, id, ids)]),
  ])
  const completions = await completionsOf(analytics, scope, durations)
  const contents = named.map(({ key, name, category, ...values }) => ({
    item: {
      contentId: key,
      name: name ?? null,
      duration: durations.get(key) ?? null,
      completion: completions.get(key) ?? null,
    },
    category,
    values,
  }))
  return { contents, pageNum, pageSize, totalItems: all?.counted ?? 0, freshAt }
}

/** Metrics of these contents in the previous period. */
async function valuesBefore(
  analytics: Analytics,
  callers: readonly Scope[],
  asked: Parameters<typeof filtersOf>[0] & Parameters<typeof timeRangeOf>[0],
  ids: readonly string[],
): Promise<ReadonlyMap<string, Values>> {
  if (ids.length === 0) return new Map()
  const range = rangeBefore(timeRangeOf({ ...asked, interval: 'day' }))
  const scope = await viewScope(analytics, callers, range, { ...filtersOf(asked), contentId: ids })
  const rows = await rowsOf<Row>(
    analytics,
    `SELECT ${columnsOf(viewershipMetrics)} FROM views ${whereOf(scope)} GROUP BY key`,
  )
  return new Map(rows.map(({ key, ...values }) => [key, values]))
}

function columnsOf(metrics: readonly Metric[]): string {
  const values = metrics.map((metric) => `${aggregateOf(metric, rawWords)} AS \`${metric}\``)
  return ['toString(object_id) AS key', 'toString(any(views.kind)) AS category', ...values].join(', ')
}

/** Average share of each video that a view played, in points of its retention curve. */
async function completionsOf(
  analytics: Analytics,
  scope: ViewScope,
  durations: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  if (durations.size === 0) return new Map()
  const { environments, range } = scope
  const ids = [...durations.keys()]
  const at = (time: Date) => literal(time, `DateTime64(3, 'UTC')`)
  const grids = ids.map((id) => gridOf(durations.get(id) ?? 0))
  const byContent = (part: keyof Grid) =>
    `transform(toString(object_id), [${ids.map((id) => literal(id, 'String')).join(', ')}],
      [${grids.map((grid) => `toUInt32(${grid[part]})`).join(', ')}], toUInt32(1))`
  const rows = await rowsOf<{ key: string; completion: number }>(
    analytics,
    // FINAL returns the latest row of each view without memory for all views.
    `WITH ${byContent('step')} AS step, ${byContent('count')} AS points
      SELECT toString(object_id) AS key,
        avg(length(arrayDistinct(${playedPoints({ step: 'step', count: 'points' })})) / points) AS completion
      FROM played_ranges FINAL
      WHERE ${isInEnvironments(environments)} AND object_id IN ${uuids(ids)}
        AND started_at >= ${at(range.from)} AND started_at < ${at(range.to)}
        AND view_id IN (SELECT view_id FROM views ${whereOf({ ...scope, filters: { ...scope.filters, contentId: ids } })})
      GROUP BY key`,
  )
  return new Map(rows.map(({ key, completion }) => [key, completion]))
}
