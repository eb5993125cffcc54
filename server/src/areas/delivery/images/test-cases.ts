import type { Cases } from '../../../contract/test-case.ts'
import { keptStill } from '../../../testing/client.ts'

export const cases: Cases = {
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
}
