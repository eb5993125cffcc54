import type { Cases } from '../../../contract/test-case.ts'
import { range, tenantOf } from '../test-requests.ts'

export const cases: Cases = {
  getUsage: (tenant) => ({
    query: {
      ...tenantOf(tenant),
      from: '1793491200',
      to: '1794096000000',
      timezone: 'Asia/Kolkata',
      compareWithPeriod: 'true',
      groupBy: 'category',
      splitBy: 'contentId',
      country: 'IN',
    },
  }),
  getOrganizationStats: (tenant) => ({ query: tenantOf(tenant) }),
  getViewershipTrend: (tenant) => ({
    query: {
      ...tenantOf(tenant),
      ...range,
      metrics: 'views,requests',
      interval: 'hour',
      country: 'IN',
      groupBy: 'country',
      splitBy: 'category',
    },
  }),
  getPeriodicUsage: (tenant) => ({
    query: {
      ...tenantOf(tenant),
      ...range,
      interval: 'week',
      category: 'video',
      deviceType: 'tv',
      compareWithPeriod: 'true',
      groupBy: 'deviceName',
      splitBy: 'programme',
    },
  }),
  getErrorTrend: (tenant) => ({
    query: {
      ...tenantOf(tenant),
      ...range,
      interval: 'month',
      country: 'IN',
      statusCode: '404,500',
      groupBy: 'deviceName',
      compareWithPeriod: 'true',
    },
  }),
}
