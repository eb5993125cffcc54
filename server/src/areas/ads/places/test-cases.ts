import type { Cases } from '../../../contract/test-case.ts'

export const cases: Cases = {
  findAdPlaces: async (tenant) => ({ params: { id: await tenant.video() } }),
  getAdPlaces: async (tenant) => ({ params: { id: await tenant.video() } }),
}
