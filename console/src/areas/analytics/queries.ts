import type { Dimension, Figures, MetricId } from '@kinora/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api'
import { type Filters, filtersText, isKnownWith } from './filters'
import { type CountedRange, rangeOf } from './ranges'

/** New views are shown within three seconds. */
const refetchMs = 3000
const liveMs = 2000

/** Environment, range and filters of a query. */
export interface Counted {
  readonly environmentId: string
  readonly range: CountedRange
  readonly filters: Filters
  /** Determines the first day of the week. */
  readonly locale: string
}

export const keyOf = ({ environmentId, range, filters }: Counted) =>
  ['analytics', environmentId, range, filtersText(filters)] as const

/** Query parameters of the range at this moment, and the filters. */
export function asked({ range, filters, locale }: Counted) {
  const { from, to, interval } = rangeOf(range, Date.now(), locale)
  return { from, to, interval, timezone: range.zone, ...mutable(filters) }
}

function mutable(filters: Filters) {
  return Object.fromEntries(Object.entries(filters).map(([name, values]) => [name, [...values]]))
}

/** Refetches only ranges that end now, because others do not change. */
export function fresh({ range, locale }: Counted) {
  const { isMoving } = rangeOf(range, Date.now(), locale)
  return { placeholderData: keepPreviousData, refetchInterval: isMoving ? refetchMs : (false as const) }
}

export function totalsQuery(counted: Counted, metrics: readonly MetricId[], compare: boolean) {
  const known = metrics.filter((metric) => isKnownWith(metric, counted.filters))
  return queryOptions({
    queryKey: [...keyOf(counted), 'totals', known, compare],
    queryFn: ({ signal }) => {
      const { interval: _, ...range } = asked(counted)
      const query = { ...range, metrics: known, compareWithPeriod: compare }
      return api('getTotals', { environmentId: counted.environmentId, query, signal })
    },
    ...fresh(counted),
  })
}

export interface ChartData {
  /** The end of the range. */
  readonly to: string
  readonly interval: Figures['interval']
  readonly series: Figures['series']
  readonly otherSplits: Figures['otherSplits']
  /** Series of the previous period. Null without comparison. */
  readonly before: Figures['series'] | null
  /** Names of dimension values by key. */
  readonly names: ReadonlyMap<string, string | null | undefined>
}

/** The data of a chart. A split chart has no comparison, because it would have too many lines. */
export function seriesQuery(
  counted: Counted,
  metric: MetricId,
  split: Dimension | undefined,
  compare: boolean,
) {
  const { environmentId } = counted
  return queryOptions({
    queryKey: [...keyOf(counted), 'series', metric, split ?? '', compare],
    queryFn: async ({ signal }): Promise<ChartData> => {
      const query = { ...asked(counted), metric }
      const { from, to, interval } = query
      if (split !== undefined) {
        const parts = { ...query, splitBy: split, groupBy: split }
        const {
          series,
          rows = [],
          otherSplits,
        } = await api('getViews', {
          environmentId,
          query: parts,
          signal,
        })
        const names = new Map(rows.map(({ key, name }) => [key, name]))
        return { to, interval, series, otherSplits, before: null, names }
      }
      const length = Date.parse(to) - Date.parse(from)
      const earlier = { ...query, from: new Date(Date.parse(from) - length).toISOString(), to: from }
      const [own, before] = await Promise.all([
        api('getViews', { environmentId, query, signal }),
        compare ? api('getViews', { environmentId, query: earlier, signal }) : null,
      ])
      return {
        to,
        interval,
        series: own.series,
        otherSplits: undefined,
        before: before?.series ?? null,
        names: new Map(),
      }
    },
    ...fresh(counted),
  })
}

/** The largest values of a dimension, and the others together. @param limit default: that of the server */
export function partsQuery(
  counted: Counted,
  metric: MetricId,
  compare: boolean,
  by: Dimension,
  limit?: number,
) {
  const { environmentId } = counted
  return queryOptions({
    queryKey: [...keyOf(counted), 'parts', metric, compare, by, limit],
    queryFn: async ({ signal }) => {
      const parts = { metric, groupBy: by, compareWithPeriod: compare, series: false }
      const query = { ...asked(counted), ...parts, ...(limit !== undefined && { limit }) }
      const { rows = [], others } = await api('getViews', { environmentId, query, signal })
      return { rows, others }
    },
    ...fresh(counted),
  })
}

/** Ad servers with the metrics of their requests, most requests first. */
export function adServersQuery(counted: Counted) {
  const { environmentId } = counted
  return queryOptions({
    queryKey: [...keyOf(counted), 'ad-servers'],
    queryFn: async ({ signal }) => {
      const { interval: _, ...query } = asked(counted)
      return (await api('getAdRequestDetails', { environmentId, query, signal })).items
    },
    ...fresh(counted),
  })
}

/** Values of a dimension, with views without regard to filters. */
export function valuesQuery(counted: Counted, dimension: Dimension, phrase: string) {
  const { environmentId, range } = counted
  return queryOptions({
    queryKey: ['analytics', environmentId, range, 'values', dimension, phrase],
    queryFn: async ({ signal }) => {
      const { from, to, timezone } = asked(counted)
      const query = { from, to, timezone, dimension, ...(phrase !== '' && { phrase }) }
      return (await api('getFilterValues', { environmentId, query, signal })).items
    },
    placeholderData: keepPreviousData,
  })
}

export function errorsQuery(counted: Counted) {
  const { environmentId } = counted
  return queryOptions({
    queryKey: [...keyOf(counted), 'errors'],
    queryFn: async ({ signal }) => {
      const { interval: _, ...query } = asked(counted)
      return (await api('getViewErrors', { environmentId, query, signal })).items
    },
    ...fresh(counted),
  })
}

/** The list of views. @param errorCode lists only views that ended with this error; empty for all */
export function viewsQuery(counted: Counted, errorCode: string) {
  const { environmentId } = counted
  return infiniteQueryOptions({
    queryKey: [...keyOf(counted), 'views', errorCode],
    queryFn: ({ signal, pageParam }) => {
      const { interval: _, ...range } = asked(counted)
      const query = {
        ...range,
        ...(errorCode !== '' && { errorCode }),
        ...(pageParam !== '' && { before: pageParam }),
      }
      return api('listViews', { environmentId, query, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}

/** @param at start of the view; empty if unknown */
export function viewQuery(environmentId: string, id: string, at: string) {
  return queryOptions({
    queryKey: ['analytics', environmentId, 'view', id],
    queryFn: ({ signal }) =>
      api('getView', { environmentId, params: { id }, query: at === '' ? {} : { at }, signal }),
  })
}

export function realtimeQuery(environmentId: string, filters: Filters) {
  return queryOptions({
    queryKey: ['analytics', environmentId, 'realtime', filtersText(filters)],
    queryFn: ({ signal }) => api('getRealtimeViews', { environmentId, query: mutable(filters), signal }),
    refetchInterval: liveMs,
  })
}
