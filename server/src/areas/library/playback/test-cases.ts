import type { Cases } from '../../../contract/test-case.ts'
import { furtherPlaybackId } from '../../../testing/client.ts'

export const cases: Cases = {
  listPlaybackIds: ({ content }) => ({ params: { id: content.id } }),
  createPlaybackId: ({ content }) => ({
    params: { id: content.id },
    body: {
      name: 'Partners',
      policy: 'signed',
      restrictions: {
        allowedReferrers: ['*.example.com'],
        allowNoReferrer: false,
        playableFrom: '2026-01-01T00:00:00Z',
        playableUntil: '2027-01-01T00:00:00Z',
      },
    },
  }),
  updatePlaybackId: async ({ owner, content }) => ({
    params: { id: content.id, playbackId: await furtherPlaybackId(owner, content) },
    body: { name: 'The press', policy: 'public', restrictions: { allowedReferrers: ['example.com'] } },
  }),
  deletePlaybackId: async ({ owner, content }) => ({
    params: { id: content.id, playbackId: await furtherPlaybackId(owner, content) },
  }),
}
