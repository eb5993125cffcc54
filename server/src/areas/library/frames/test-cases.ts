import type { Cases } from '../../../contract/test-case.ts'
import { png } from '../../../platform/ffmpeg/test-pictures.ts'
import { keptStill } from '../../../testing/client.ts'

export const cases: Cases = {
  getContentPoster: async ({ owner, content }) => {
    const { id: thumbnailId } = await keptStill(owner, content)
    await owner.call('choosePoster', { params: { id: content.id }, body: { thumbnailId } })
    return { params: { id: content.id } }
  },
  listThumbnails: ({ content }) => ({ params: { id: content.id } }),
  createThumbnail: ({ content }) => ({
    params: { id: content.id },
    body: { time: '00:00:01.500', width: 160, height: 90 },
  }),
  uploadThumbnail: ({ content }) => ({
    params: { id: content.id },
    body: { fileName: 'poster.png', file: png(100, 75).toString('base64') },
  }),
  deleteThumbnail: async ({ owner, content }) => ({
    params: { id: content.id, thumbnailId: (await keptStill(owner, content)).id },
  }),
  choosePoster: async ({ owner, content }) => ({
    params: { id: content.id },
    body: { thumbnailId: (await keptStill(owner, content)).id },
  }),
  createGif: ({ content }) => ({
    params: { id: content.id },
    body: { start: 0.5, end: '00:00:01', width: 100, height: 60 },
  }),
}
