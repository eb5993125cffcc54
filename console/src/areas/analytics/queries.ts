import type { Dimension, Figures, MetricId } from '@kinora/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api'
import { rangeOf } from './ranges'
import type { View } from './view'

/** Views are shown within three seconds. */
const refetchMs = 3000
const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions()

/** The figures above the chart. */
export const shownMetrics = [
  'views',
  'viewers',
  'watch-time',
  'average-watch-time',
  'startup-time',
  'rebuffer-percentage',
] as const satisfies readonly MetricId[]

const live = { refetchInterval: refetchMs, placeholderData: keepPreviousData }

export function totalsQuery(environmentId: string, { range, compare }: View) {
  return queryOptions({
    queryKey: ['analytics', environmentId, 'totals', range, compare],
    queryFn: ({ signal }) => {
      const { from, to } = rangeOf(range, Date.now())
      const query = { from, to, timezone, metrics: [...shownMetrics], compareWithPeriod: compare }
      return api('getTotals', { environmentId, query, signal })
    },
    ...live,
  })
}

interface ChartData {
  readonly interval: Figures['interval']
  readonly series: Figures['series']
  /** Of the time before. Null if it is not compared. */
  readonly before: Figures['series'] | null
  /** Names of parts by key. */
  readonly names: ReadonlyMap<string, string | null | undefined>
}

/** The chart. Lines of parts are not compared: there would be too many. */
export function seriesQuery(environmentId: string, search: View) {
  const { range, metric, split, compare } = search
  return queryOptions({
    queryKey: ['analytics', environmentId, 'series', range, metric, split ?? '', compare],
    queryFn: async ({ signal }): Promise<ChartData> => {
      const { from, to, interval } = rangeOf(range, Date.now())
      const query = { from, to, interval, timezone, metric }
      if (split !== undefined) {
        const parts = { ...query, splitBy: split, groupBy: split }
        const { series, rows = [] } = await api('getViews', { environmentId, query: parts, signal })
        const names = new Map(rows.map(({ key, name }) => [key, name]))
        return { interval, series, before: null, names }
      }
      const length = Date.parse(to) - Date.parse(from)
      const earlier = { ...query, from: new Date(Date.parse(from) - length).toISOString(), to: from }
      const [own, before] = await Promise.all([
        api('getViews', { environmentId, query, signal }),
        compare ? api('getViews', { environmentId, query: earlier, signal }) : null,
      ])
      return { interval, series: own.series, before: before?.series ?? null, names: new Map() }
    },
    ...live,
  })
}

export function partsQuery(environmentId: string, { range, metric, compare }: View, by: Dimension) {
  return queryOptions({
    queryKey: ['analytics', environmentId, 'parts', range, metric, compare, by],
    queryFn: async ({ signal }) => {
      const { from, to, interval } = rangeOf(range, Date.now())
      const query = { from, to, interval, timezone, metric, groupBy: by, compareWithPeriod: compare }
      const { rows = [] } = await api('getViews', { environmentId, query, signal })
      return rows
    },
    ...live,
  })
}
