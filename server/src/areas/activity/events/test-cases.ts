import type { Cases } from '../../../contract/test-case.ts'
import { firstId } from '../../../contract/test-case.ts'
import { aboutContent, filters } from '../test-requests.ts'

export const cases: Cases = {
  streamEvents: () => ({}),
  listEvents: ({ content, owner }) => ({
    query: { pageSize: '10', type: 'video.asset.ready', ...filters, ...aboutContent(content, owner) },
    passesOver: ['query.objectId', 'query.contentId'],
  }),
  getEventVolume: ({ content, owner }) => ({
    query: { type: 'video.asset.ready', ...filters, ...aboutContent(content, owner) },
    passesOver: ['query.objectId', 'query.contentId'],
  }),
  getEvent: async ({ owner }) => {
    const { items } = await owner.call('listEvents', { query: {} })
    return { params: { id: firstId(items) } }
  },
}
