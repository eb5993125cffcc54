import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Cases } from '../../../contract/test-case.ts'
import { sendViewEvents, viewEventOf } from '../../../testing/analytics/view-event.ts'
import { range, tenantOf } from '../test-requests.ts'

export const cases: Cases = {
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
}
