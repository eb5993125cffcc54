import type { Cases } from '../../../contract/test-case.ts'
import { range } from '../test-requests.ts'

export const cases: Cases = {
  listAnnotations: ({ content }) => ({
    query: { ...range, contentId: content.id, category: 'live' },
    passesOver: ['query.contentId'],
  }),
}
