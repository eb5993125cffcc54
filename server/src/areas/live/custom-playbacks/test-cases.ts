import type { Cases } from '../../../contract/test-case.ts'
import { newCustomPlayback, newStream, someStream } from '../../../testing/livestreams.ts'

const labels = { partner: 'Tara', genre: 'Sport', language: 'Hindi', category: 'TV app' }

export const cases: Cases = {
  createCustomPlayback: async ({ owner }) => ({
    params: { id: (await newStream(owner)).id },
    body: { name: 'Tara TV app', ...labels },
  }),
  listCustomPlaybacks: async ({ owner }) => ({
    params: { id: await someStream(owner) },
    query: { pageNum: '1', pageSize: '12', phrase: 'x', status: 'paused' },
  }),
  getCustomPlayback: async ({ owner }) => ({ params: await newCustomPlayback(owner) }),
  updateCustomPlayback: async ({ owner }) => ({
    params: await newCustomPlayback(owner),
    body: { name: 'Dune Play', ...labels },
  }),
  pauseCustomPlayback: async ({ owner }) => ({ params: await newCustomPlayback(owner) }),
  resumeCustomPlayback: async ({ owner }) => ({ params: await newCustomPlayback(owner) }),
  deleteCustomPlayback: async ({ owner }) => ({ params: await newCustomPlayback(owner) }),
}
