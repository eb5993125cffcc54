import type { Cases } from '../../../contract/test-case.ts'
import { range, tenantOf } from '../test-requests.ts'

export const cases: Cases = {
  getAdInsertion: (tenant) => ({
    query: { ...tenantOf(tenant), ...range, country: 'IN', compareWithPeriod: 'true' },
  }),
  getAdInsertionTrend: (tenant) => ({
    query: { ...tenantOf(tenant), ...range, interval: 'day', groupBy: 'breakKind', splitBy: 'deviceType' },
  }),
  getAdInsertionDetails: (tenant) => ({
    query: {
      ...tenantOf(tenant),
      ...range,
      groupBy: 'contentId',
      sort: '-ad-fill-rate',
      pageSize: '5',
      compareWithPeriod: 'true',
      category: 'live',
    },
  }),
  getAdRequests: (tenant) => ({
    query: { ...tenantOf(tenant), ...range, statusCode: '200,500', compareWithPeriod: 'true' },
  }),
  getAdRequestTrend: (tenant) => ({
    query: { ...tenantOf(tenant), ...range, interval: 'day', groupBy: 'adServer', splitBy: 'adOutcome' },
  }),
  getAdRequestDetails: (tenant) => ({
    query: { ...tenantOf(tenant), ...range, groupBy: 'statusCode', sort: 'ad-request-time', pageSize: '5' },
  }),
}
