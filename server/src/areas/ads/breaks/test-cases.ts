import type { Cases } from '../../../contract/test-case.ts'
import { newAdBreak } from '../../../testing/ad-channels.ts'
import { tag } from '../test-requests.ts'

export const cases: Cases = {
  createAdBreak: async (tenant) => ({
    params: { id: await tenant.video() },
    body: { at: 1, durationS: 20, returnAt: 1.5, adTagUrl: tag, enabled: false },
  }),
  importAdBreaks: async (tenant) => ({
    params: { id: await tenant.video() },
    body: { text: 'time\n0.5,20', durationS: 15 },
  }),
  listAdBreaks: ({ content }) => ({ params: { id: content.id } }),
  updateAdBreak: async (tenant) => ({
    params: await newAdBreak(tenant),
    body: { at: 1.5, durationS: 20, returnAt: null, adTagUrl: null, enabled: true },
  }),
  deleteAdBreak: async (tenant) => ({ params: await newAdBreak(tenant) }),
}
