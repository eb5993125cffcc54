import type { analyticsCalls } from '@kinora/contract'
import type { CasesOf } from '../../contract/test-case.ts'
import { viewEventOf } from '../../testing/analytics/view-event.ts'

export const analyticsCases: CasesOf<keyof typeof analyticsCalls> = {
  sendBeacon: ({ content }) => ({
    body: { sentAt: Date.now(), events: [viewEventOf(content.playbackId ?? '')] },
  }),
  getViews: () => ({
    query: {
      ...{ from: '2026-11-01T00:00:00Z', to: '2026-11-08T00:00:00Z' },
      ...{ interval: 'day', timezone: 'Asia/Kolkata', metric: 'watch-time', compareWithPeriod: 'true' },
      ...{
        groupBy: 'partner',
        splitBy: 'category',
        country: 'IN,AE',
        custom2: 'tier',
        contentId: 'x',
        category: 'live',
      },
    },
  }),
  getTotals: () => ({
    query: {
      ...{ from: '2026-11-01T00:00:00Z', to: '2026-11-08T00:00:00Z', timezone: 'Asia/Kolkata' },
      ...{ metrics: 'views,startup-time', compareWithPeriod: 'true', programme: 'Evening news' },
    },
  }),
  getFilterValues: () => ({
    query: { from: '2026-11-01T00:00:00Z', to: '2026-11-08T00:00:00Z', dimension: 'city', phrase: 'koch' },
  }),
  getRealtimeViews: () => ({ query: { category: 'live' } }),
  listMetrics: () => ({}),
}
