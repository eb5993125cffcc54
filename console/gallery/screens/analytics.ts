import type { FavouriteFilter, Figures, MetricId, Totals } from '@kinora/contract'
import { idOf, now } from './people'
import { type Answers, problem, type Query, type States } from './state'

/** Views by country. */
const countries = { IN: 400, AE: 200, US: 200, BR: 100, DE: 100, GB: 100, NG: 100, XK: 100 }
const allViews = Object.values(countries).reduce((sum, views) => sum + views)

const figures: Answers = {
  getViews: ({ query }) => views(query),
  getTotals: ({ query }) => totals(query),
  listAnnotations: { items: [], more: false },
}

export const analytics: States = {
  'views of eight countries': { path: '/cdn_analytics', answers: figures },
  'favorites that load at the second try': {
    path: '/cdn_analytics',
    answers: () => {
      let loads = 0
      // The console asks twice before it shows the problem.
      return {
        ...figures,
        listFavouriteFilters: () => (loads++ < 2 ? problem('unavailable') : { items: [] }),
      }
    },
  },
  'as many favorites as possible': {
    path: '/cdn_analytics?filters=country%3DIN',
    answers: {
      ...figures,
      listFavouriteFilters: { items: Array.from({ length: 50 }, (_, n) => favourite(n)) },
    },
  },
}

function views(query: Query): Figures {
  const chosen = Object.entries(countries).filter(([code]) => (query.country ?? code) === code)
  const total = chosen.reduce((sum, [, value]) => sum + value, 0)
  const rows = query.groupBy === 'country' ? chosen : [['', total] as const]
  return {
    metric: 'views',
    unit: 'count',
    interval: 'day',
    timezone: 'UTC',
    total,
    freshAt: now,
    series: query.series === 'false' ? [] : [{ at: String(query.from), value: total }],
    ...(query.groupBy !== undefined && {
      previousTotal: 0,
      rows: rows.map(([key, value]) => ({ key, value, share: value / total, previous: null })),
    }),
  }
}

function totals(query: Query): Totals {
  const total = views(query).total ?? 0
  return {
    items: [query.metrics ?? []].flat().map((metric) => ({
      metric: metric as MetricId,
      unit: 'count',
      total: metric === 'views' ? total : allViews,
      previousTotal: 0,
    })),
    freshAt: now,
  }
}

function favourite(n: number): FavouriteFilter {
  return {
    id: idOf(n),
    name: `Favorite ${n}`,
    filters: {},
    splitBy: null,
    groupBy: null,
    range: null,
    createdAt: now,
    updatedAt: now,
  }
}
