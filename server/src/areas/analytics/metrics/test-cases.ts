import type { Cases } from '../../../contract/test-case.ts'
import { range, tenantOf } from '../test-requests.ts'

export const cases: Cases = {
  getViews: (tenant) => ({
    query: {
      ...tenantOf(tenant),
      from: '2026-11-01T00:00:00Z',
      to: '2026-11-08T00:00:00Z',
      interval: 'day',
      timezone: 'Asia/Kolkata',
      metric: 'watch-time',
      compareWithPeriod: 'true',
      groupBy: 'partner',
      splitBy: 'category',
      country: 'IN,AE',
      custom2: 'tier',
      contentId: 'x',
      category: 'live',
      missing: 'city,isp',
      series: 'true',
    },
  }),
  getTotals: () => ({
    query: {
      from: '2026-11-01T00:00:00Z',
      to: '2026-11-08T00:00:00Z',
      timezone: 'Asia/Kolkata',
      metrics: 'views,startup-time',
      compareWithPeriod: 'true',
      programme: 'Evening news',
    },
  }),
  getFilterValues: (tenant) => ({
    query: { ...tenantOf(tenant), ...range, dimension: 'city', phrase: 'koch', country: 'IN' },
  }),
  getRealtimeViews: (tenant) => ({
    query: { ...tenantOf(tenant), category: 'live', country: 'IN', statusCode: '404', missing: 'isp' },
  }),
  listMetrics: () => ({}),
}
