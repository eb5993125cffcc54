import { randomUUID } from 'node:crypto'
import type { Cases } from '../../../contract/test-case.ts'
import { newPortrait } from '../../../testing/portraits/portraits.ts'

export const cases: Cases = {
  createPortrait: ({ content, upload }) => ({
    body: { name: 'Upright', shape: '9:16', contentId: content.id },
    alternative: { body: { name: 'Upright', shape: '4:5', uploadId: upload.uploadId } },
  }),
  listPortraits: () => ({ query: { phrase: 'upright' } }),
  getPortrait: async (tenant) => ({ params: { id: await newPortrait(tenant) } }),
  updatePortrait: async (tenant) => ({
    params: { id: await newPortrait(tenant) },
    body: { name: `Upright ${randomUUID()}` },
  }),
  deletePortrait: async (tenant) => ({ params: { id: await newPortrait(tenant) } }),
  renderPortrait: async (tenant) => ({ params: { id: await newPortrait(tenant) } }),
}
