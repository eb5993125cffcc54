import type { Content, deliveryCalls } from '@kinora/contract'
import type { CasesOf } from '../../contract/test-case.ts'
import { keptStill } from '../../testing/client.ts'

export const cases: CasesOf<keyof typeof deliveryCalls> = {
  getMultivariantPlaylist: ({ content }) => ({ params: { playbackId: content.playbackId } }),
  getPlayFile: async ({ content }) => ({
    params: { playbackId: content.playbackId, rendition: await firstRendition(content), file: 'index.m3u8' },
    query: { _HLS_msn: '1', _HLS_part: '0', _HLS_skip: 'YES' },
  }),
  getSessionFile: async ({ content }) => ({
    params: {
      playbackId: content.playbackId,
      session: 'session.signature',
      rendition: await firstRendition(content),
      file: 'index.m3u8',
    },
    query: { _HLS_msn: '1', _HLS_part: '0', _HLS_skip: 'YES' },
    // Videos have no sessions.
    answers: 'not-found',
  }),
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

async function firstRendition({ urls }: Content): Promise<string> {
  const playlist = await (await fetch(urls.hls)).text()
  return /^[^#].*\/([^/]+)\/index\.m3u8/m.exec(playlist)?.[1] ?? ''
}
