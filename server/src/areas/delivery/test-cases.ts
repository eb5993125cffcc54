import type { deliveryCalls } from '@kinora/contract'
import type { CasesOf } from '../../contract/test-case.ts'
import { keptStill } from '../../testing/client.ts'

export const deliveryCases: CasesOf<keyof typeof deliveryCalls> = {
  getMultivariantPlaylist: ({ content }) => ({ params: { playbackId: content.playbackId } }),
  getPlayFile: async ({ content }) => {
    const playlist = await (await fetch(content.urls.hls)).text()
    const rendition = /^[^#].*\/([^/]+)\/index\.m3u8/m.exec(playlist)?.[1] ?? ''
    return { params: { playbackId: content.playbackId, rendition, file: 'index.m3u8' } }
  },
  getDownload: ({ content }) => ({ params: { playbackId: content.playbackId, name: 'highest' } }),
  getThumbnail: ({ content }) => ({
    params: { playbackId: content.playbackId, format: 'jpg' },
    query: { time: '1', width: '100', height: '100', fit_mode: 'crop', v: 'drawn' },
  }),
  getKeptPicture: async ({ owner, content }) => ({
    params: {
      playbackId: content.playbackId,
      thumbnailId: (await keptStill(owner, content)).id,
      format: 'jpg',
    },
    query: { width: '100', height: '100' },
  }),
  getAnimated: ({ content }) => ({
    params: { playbackId: content.playbackId },
    query: { start: '0', end: '1', width: '100', fps: '5' },
  }),
  getStoryboard: ({ content }) => ({ params: { playbackId: content.playbackId, format: 'vtt' } }),
  getWaveform: ({ content }) => ({ params: { playbackId: content.playbackId } }),
  getEmbed: ({ content }) => ({ params: { playbackId: content.playbackId } }),
  getWatchPage: ({ content }) => ({ params: { playbackId: content.playbackId } }),
  getOEmbed: ({ content }) => ({
    query: { url: content.urls.embed, format: 'json', maxwidth: '300', maxheight: '300' },
  }),
}
