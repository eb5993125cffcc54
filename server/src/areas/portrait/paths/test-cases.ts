import type { Cases } from '../../../contract/test-case.ts'
import { newPortrait } from '../../../testing/portraits/portraits.ts'

export const cases: Cases = {
  getPortraitPath: async (tenant) => ({ params: { id: await newPortrait(tenant) } }),
  updatePortraitPath: async (tenant) => ({
    params: { id: await newPortrait(tenant) },
    body: {
      shots: [{ number: 0, mode: 'hold', keyframes: [{ time: 0, middle: 0.4 }], halves: null }],
      basedOn: 1,
    },
  }),
}
