import type { Cases } from '../../../contract/test-case.ts'
import { addedTrack } from '../../../testing/client.ts'

export const cases: Cases = {
  listAudioTracks: ({ content }) => ({ params: { id: content.id } }),
  addAudioTrack: ({ content, kinora }) => ({
    params: { id: content.id },
    body: { name: 'Telugu', languageCode: 'te', role: 'dub', url: `${kinora.url}/nothing.mp3` },
  }),
  uploadAudioTrack: ({ content }) => ({
    params: { id: content.id },
    body: {
      name: 'Described',
      languageCode: 'en',
      role: 'description',
      fileName: 'described.wav',
      fileSize: 1000,
    },
  }),
  updateAudioTrack: async ({ owner, content }) => ({
    params: { id: content.id, trackId: await addedTrack(owner, content) },
    body: { name: 'Hindi (India)', languageCode: 'hi-IN', role: 'commentary', isDefault: true },
  }),
  retryAudioTrack: async ({ owner, content }) => ({
    params: { id: content.id, trackId: await addedTrack(owner, content) },
    // Its file is still missing.
    answers: 'content-not-ready',
  }),
  deleteAudioTrack: async ({ owner, content }) => ({
    params: { id: content.id, trackId: await addedTrack(owner, content) },
  }),
}
