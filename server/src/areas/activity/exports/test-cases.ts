import type { Cases } from '../../../contract/test-case.ts'
import { aboutContent, filters } from '../test-requests.ts'

export const cases: Cases = {
  exportEvents: ({ content, owner }) => ({
    query: { format: 'csv', type: 'video.asset.ready', ...filters, ...aboutContent(content, owner) },
    passesOver: ['query.objectId', 'query.contentId'],
  }),
  exportLogs: ({ content, owner }) => ({
    query: { format: 'json', method: 'GET', status: '2xx', ...filters, ...aboutContent(content, owner) },
    passesOver: ['query.objectId', 'query.contentId'],
  }),
}
