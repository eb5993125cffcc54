import { randomUUID } from 'node:crypto'
import type { Cases } from '../../../contract/test-case.ts'
import { newAdvertiser, someAdvertiser } from '../../../testing/ads/campaigns.ts'
import { page } from '../test-requests.ts'

export const cases: Cases = {
  createAdvertiser: () => ({
    body: { name: `Tea ${randomUUID()}`, contactEmail: 'ads@tea.example', note: 'Since 1998' },
  }),
  listAdvertisers: () => ({ query: { ...page, phrase: 'tea' } }),
  getAdvertiser: async (tenant) => ({ params: { id: await someAdvertiser(tenant) } }),
  updateAdvertiser: async (tenant) => ({
    params: { id: await newAdvertiser(tenant) },
    body: { name: `Salt ${randomUUID()}`, contactEmail: 'ads@salt.example', note: 'x', enabled: false },
  }),
  deleteAdvertiser: async (tenant) => ({ params: { id: await newAdvertiser(tenant) } }),
}
