import type { Content } from '@kinora/contract'
import type { Cases } from '../../../contract/test-case.ts'

export const cases: Cases = {
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
}

async function firstRendition({ urls }: Content): Promise<string> {
  const playlist = await (await fetch(urls.hls)).text()
  return /^[^#].*\/([^/]+)\/index\.m3u8/m.exec(playlist)?.[1] ?? ''
}
