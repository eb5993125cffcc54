import type { Cases } from '../../../contract/test-case.ts'
import { firstId } from '../../../contract/test-case.ts'

export const cases: Cases = {
  getContent: ({ content }) => ({ params: { id: content.id } }),
  updateContent: ({ content }) => ({
    params: { id: content.id },
    body: {
      title: 'Another title',
      description: 'More words',
      tags: ['one', 'two'],
      playbackPolicy: 'public',
      metadata: [{ key: 'programme', value: 'Evening news', type: 'text' }],
      externalId: 'cms-1',
    },
  }),
  listContentChanges: ({ content }) => ({ params: { id: content.id } }),
  undoContentChange: async ({ owner, video }) => {
    const params = { id: await video() }
    await owner.call('updateContent', { params, body: { title: 'To be taken back' } })
    const { items } = await owner.call('listContentChanges', { params })
    return { params: { ...params, changeId: firstId(items) } }
  },
  getPlaybackUrl: ({ content }) => ({ params: { id: content.id } }),
}
