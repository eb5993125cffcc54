import type { Cases } from '../../../contract/test-case.ts'

export const cases: Cases = {
  getEmbed: ({ content }) => ({ params: { playbackId: content.playbackId } }),
  getWatchPage: ({ content }) => ({ params: { playbackId: content.playbackId } }),
  getOEmbed: ({ content }) => ({
    query: { url: content.urls.embed, format: 'json', maxwidth: '300', maxheight: '300' },
  }),
}
