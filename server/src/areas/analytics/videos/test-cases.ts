import type { Cases } from '../../../contract/test-case.ts'
import { range, tenantOf } from '../test-requests.ts'

export const cases: Cases = {
  getViewershipDetails: (tenant) => ({
    query: {
      ...tenantOf(tenant),
      ...range,
      sort: '-watch-time',
      pageSize: '5',
      compareWithPeriod: 'true',
      country: 'IN',
      statusCode: '404',
      missing: 'city',
    },
  }),
  getRetention: ({ content }) => ({
    params: { id: content.id },
    query: { ...range, splitBy: 'week', timezone: 'Asia/Kolkata', country: 'IN' },
  }),
  listVideoFigures: () => ({
    query: { ...range, sort: '-experience-score', partner: 'Tara', pageSize: '5' },
  }),
  getStartupTimes: () => ({ query: { ...range, country: 'IN', timezone: 'Asia/Kolkata' } }),
  listWorstViews: () => ({ query: { ...range, country: 'IN', timezone: 'Asia/Kolkata' } }),
}
