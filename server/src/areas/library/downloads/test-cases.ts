import type { Cases } from '../../../contract/test-case.ts'

export const cases: Cases = {
  createDownload: ({ content }) => ({ params: { id: content.id }, body: { file: 'original' } }),
  createArchive: async ({ content, video }) => ({
    body: { ids: [content.id, await video()], subtitles: true },
    passesOver: ['body.ids.0', 'body.ids.1'],
  }),
  getLinkedFile: async ({ owner, content }) => {
    const body = { file: 'original' }
    const { url } = await owner.call('createDownload', { params: { id: content.id }, body })
    return { query: { ticket: new URL(url ?? '').searchParams.get('ticket') ?? '' } }
  },
}
