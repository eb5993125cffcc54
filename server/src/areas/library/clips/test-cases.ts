import type { Cases } from '../../../contract/test-case.ts'

export const cases: Cases = {
  createClip: ({ content }) => ({
    params: { id: content.id },
    body: { name: 'The goal', startTime: '00:00:00', endTime: 0.4 },
  }),
  listClips: ({ content }) => ({ params: { id: content.id }, query: { pageNum: '1', pageSize: '12' } }),
}
