import type { Cases } from '../../../contract/test-case.ts'
import { firstId } from '../../../contract/test-case.ts'
import { aboutContent, filters } from '../test-requests.ts'

export const cases: Cases = {
  listLogs: ({ content, owner }) => ({
    query: { pageSize: '10', method: 'GET', status: '2xx', ...filters, ...aboutContent(content, owner) },
    passesOver: ['query.objectId', 'query.contentId'],
  }),
  getLogVolume: ({ content, owner }) => ({
    query: { method: 'GET', status: '2xx', ...filters, ...aboutContent(content, owner) },
    passesOver: ['query.objectId', 'query.contentId'],
  }),
  getLog: async ({ owner }) => {
    const { items } = await owner.call('listLogs', { query: {} })
    return { params: { id: firstId(items) } }
  },
}
