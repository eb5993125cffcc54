import {
  type analyticsCalls,
  analyticsLimits,
  type CohortSplit,
  type Curve,
  type QueryOf,
  type Retention,
} from '@kinora/contract'
import type { Scope } from '../../../platform/auth.ts'
import { problem } from '../../../platform/problem.ts'
import { contentTitles, visibleContentDuration } from '../../library/index.ts'
import type { Analytics } from '../analytics.ts'
import { localDate } from '../metrics/calendar.ts'
import { columnOf } from '../metrics/columns.ts'
import { filtersOf, rowsOf, viewScope, withNames } from '../metrics/scope.ts'
import { startsLiteral, stepOf, whereOf } from '../metrics/statements.ts'
import { stepsOf, timeRangeOf } from '../metrics/time-range.ts'
import { isInEnvironments, type ViewScope } from '../metrics/view-scope.ts'
import { literal } from '../warehouse/literal.ts'
import { dropOffsOf, replaysOf } from './moments.ts'
import { type Grid, gridOf, playedPoints } from './played-points.ts'

const MOST_VIEWS = 200_000

/** Counts by point: a list of points and a list of their counts. */
type Counted = readonly [readonly number[], readonly number[]]

interface CurveRow {
  readonly key: string
  readonly viewed: Counted
  readonly played: Counted
  readonly counted: number
  readonly completion: number
}

/** Audience retention of a video. @throws problem not-found, range-too-long, timezone-unknown, warehouse-away */
export async function getRetention(
  analytics: Analytics,
  caller: Scope,
  contentId: string,
  { splitBy, ...asked }: QueryOf<(typeof analyticsCalls)['getRetention']>,
): Promise<Retention> {
  const range = timeRangeOf({ ...asked, interval: 'day' })
  const duration = await visibleContentDuration(analytics.db, caller, contentId)
  if (duration === null) throw problem('not-found')
  const grid = gridOf(duration)
  const scope = await viewScope(analytics, [caller], range, { ...filtersOf(asked), contentId: [contentId] })
  const [titles, [whole], cohorts] = await Promise.all([
    contentTitles(analytics.db, caller.environmentId, [contentId]),
    rowsOf<CurveRow>(analytics, curveStatement(scope, contentId, grid)),
    splitBy === undefined ? undefined : cohortsOf(analytics, scope, contentId, grid, splitBy),
  ])
  const curve = curveOf(whole, grid)
  return {
    name: titles.get(contentId) ?? '',
    ...curve,
    step: grid.step,
    duration,
    dropOffs: dropOffsOf(curve),
    replays: replaysOf(curve),
    ...(cohorts !== undefined && { cohorts }),
  }
}

async function cohortsOf(
  analytics: Analytics,
  scope: ViewScope,
  contentId: string,
  grid: Grid,
  splitBy: CohortSplit,
): Promise<NonNullable<Retention['cohorts']>> {
  const found = await rowsOf<CurveRow>(analytics, curveStatement(scope, contentId, grid, splitBy))
  const rows = splitBy === 'week' ? found.toReversed() : found
  const named = await withNames(analytics, scope.environments, splitBy === 'week' ? undefined : splitBy, rows)
  return named.map((row) => ({
    key: row.key,
    ...curveOf(row, grid),
    ...(row.name !== undefined && { name: row.name }),
  }))
}

/** Selects one row with the curve, or one for each cohort: the largest values, or the newest weeks. */
function curveStatement(scope: ViewScope, contentId: string, grid: Grid, splitBy?: CohortSplit): string {
  const { environments, range, filters } = scope
  const at = (time: Date) => literal(time, `DateTime64(3, 'UTC')`)
  const isFiltered = Object.entries(filters).some(([name, values]) => name !== 'contentId' && values)
  const points = playedPoints({ step: String(grid.step), count: String(grid.count) })
  const played = `SELECT view_id, argMax(ranges, seq) AS ranges, max(started_at) AS started FROM played_ranges
      WHERE ${isInEnvironments(environments)} AND object_id = ${literal(contentId, 'UUID')}
        AND started_at >= ${at(range.from)} AND started_at < ${at(range.to)}
        ${isFiltered ? `AND view_id IN (SELECT view_id FROM views ${whereOf(scope)})` : ''}
      GROUP BY view_id ORDER BY started DESC LIMIT ${MOST_VIEWS}`
  const { key, from, limit } = cohortParts(scope, splitBy)
  return `WITH ${points} AS points, arrayDistinct(points) AS different
    SELECT ${key} AS key, sumMap(different, arrayMap(p -> toUInt64(1), different)) AS viewed,
      sumMap(points, arrayMap(p -> toUInt64(1), points)) AS played,
      count() AS counted, avg(length(different)) / ${grid.count} AS completion
    FROM (${played}) AS p ${from} GROUP BY key ${limit}`
}

function cohortParts(scope: ViewScope, splitBy: CohortSplit | undefined) {
  if (splitBy === undefined) return { key: `''`, from: '', limit: '' }
  if (splitBy === 'week') {
    const weeks = { ...scope.range, interval: 'week' } as const
    const dates = stepsOf(weeks).map((at) => `'${localDate(at.getTime(), weeks.timezone)}'`)
    return {
      key: `${literal(`[${dates.join()}]`, 'Array(String)')}[indexOf(${startsLiteral(weeks)}, ${stepOf('p.started', weeks)})]`,
      from: '',
      limit: `ORDER BY key DESC LIMIT ${analyticsLimits.cohortWeeks}`,
    }
  }
  return {
    key: 'v.value',
    from: `INNER JOIN (SELECT view_id, any(${columnOf('views', splitBy)}) AS value FROM views ${whereOf(scope)}
      GROUP BY view_id) AS v ON v.view_id = p.view_id`,
    limit: `ORDER BY counted DESC, key LIMIT ${analyticsLimits.cohorts}`,
  }
}

function curveOf(row: CurveRow | undefined, { step, count }: Grid): Curve {
  const [viewed, played] = [countsOf(row?.viewed), countsOf(row?.played)]
  return {
    views: row?.counted ?? 0,
    completion: row && row.counted > 0 ? row.completion : null,
    points: Array.from({ length: count }, (_, n) => ({
      at: n * step,
      views: viewed.get(n) ?? 0,
      plays: played.get(n) ?? 0,
    })),
  }
}

function countsOf([points, counts]: Counted = [[], []]): Map<number, number> {
  return new Map(points.map((point, n) => [point, counts[n] ?? 0]))
}
