import { randomUUID } from 'node:crypto'
import type { analyticsCalls } from '@kinora/contract'
import { expect } from 'vitest'
import type { Case, CasesOf, Tenant } from '../../contract/test-case.ts'
import { favouriteOf, newFavourite } from '../../testing/analytics/favourites.ts'
import { sendViewEvents, viewEventOf } from '../../testing/analytics/view-event.ts'

/** The tenant in the query, in place of the header. */
const tenantOf = ({ owner: { organizationId, environmentId } }: Tenant) => ({
  organisation: organizationId ?? '',
  environment: environmentId ?? '',
})
const range = { from: '2026-11-01T00:00:00Z', to: '2026-11-08T00:00:00Z' }

export const cases: CasesOf<keyof typeof analyticsCalls> = {
  sendBeacon: ({ content }) => ({
    body: { sentAt: Date.now(), events: [viewEventOf(content.playbackId ?? '')] },
  }),
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
  getFilterValues: (tenant) => ({
    query: { ...tenantOf(tenant), ...range, dimension: 'city', phrase: 'koch', country: 'IN' },
  }),
  getRealtimeViews: (tenant) => ({
    query: { ...tenantOf(tenant), category: 'live', country: 'IN', statusCode: '404', missing: 'isp' },
  }),
  getViewErrors: (tenant) => ({
    query: {
      ...tenantOf(tenant),
      ...range,
      country: 'IN',
      timezone: 'Asia/Kolkata',
      statusCode: '404',
      groupBy: 'contentId',
      compareWithPeriod: 'true',
    },
  }),
  listViews: () => ({ query: { ...range, errorCode: 'network', before: `1793836800000-${randomUUID()}` } }),
  getView: async ({ owner, content, kinora }) => {
    const event = viewEventOf(content.playbackId ?? '')
    await sendViewEvents(kinora.url, [event])
    const params = { id: event.viewId }
    await expect.poll(async () => (await owner.try('getView', { params, query: {} })).status).toBe(200)
    return { params, query: { at: new Date().toISOString() } }
  },
  getRetention: ({ content }) => ({
    params: { id: content.id },
    query: { ...range, splitBy: 'week', timezone: 'Asia/Kolkata', country: 'IN' },
  }),
  listVideoFigures: () => ({
    query: { ...range, sort: '-experience-score', partner: 'Tara', pageSize: '5' },
  }),
  getStartupTimes: () => ({ query: { ...range, country: 'IN', timezone: 'Asia/Kolkata' } }),
  listWorstViews: () => ({ query: { ...range, country: 'IN', timezone: 'Asia/Kolkata' } }),
  exportFigures: (tenant) => ({
    query: { ...tenantOf(tenant), ...range, table: 'rows', groupBy: 'country', format: 'xlsx' },
  }),
  listMetrics: () => ({}),
  listAnnotations: ({ content }) => ({
    query: { ...range, contentId: content.id, category: 'live' },
    passesOver: ['query.contentId'],
  }),
  listFavouriteFilters: () => ({}),
  createFavouriteFilter: () => ({ body: favouriteOf() }),
  updateFavouriteFilter: async ({ owner }) => ({
    params: { id: (await newFavourite(owner)).id },
    body: favouriteOf(),
  }),
  deleteFavouriteFilter: async ({ owner }) => ({ params: { id: (await newFavourite(owner)).id } }),
  createViewExport: () => ({
    body: { ...range, timezone: 'Asia/Kolkata', country: ['IN'], contentId: ['x'], format: 'xlsx' },
  }),
  listViewExports: () => ({}),
  getViewExport: readyExport,
  deleteViewExport: readyExport,
  getViewExportFile: readyExport,
  linkViewExport: readyExport,
}

async function readyExport({ owner }: Tenant): Promise<Case> {
  const { id } = await owner.call('createViewExport', { body: range })
  const params = { id }
  const status = async () => (await owner.call('getViewExport', { params })).status
  await expect.poll(status).toBe('ready')
  return { params }
}
