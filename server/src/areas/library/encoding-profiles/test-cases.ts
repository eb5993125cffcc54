import { randomUUID } from 'node:crypto'
import type { Cases } from '../../../contract/test-case.ts'
import { aProfile, someProfile } from '../../../testing/profiles.ts'

export const cases: Cases = {
  listEncodingProfiles: () => ({}),
  listProfileChoices: () => ({}),
  getEncodingCapabilities: () => ({}),
  createEncodingProfile: () => ({ body: aProfile(`Mobile ${randomUUID()}`) }),
  getEncodingProfile: async ({ owner }) => ({ params: { id: (await someProfile(owner)).id } }),
  updateEncodingProfile: async ({ owner }) => ({
    params: { id: (await someProfile(owner)).id },
    body: { ...aProfile(`Phones ${randomUUID()}`) },
  }),
  deleteEncodingProfile: async ({ owner }) => ({ params: { id: (await someProfile(owner)).id } }),
  makeDefaultEncodingProfile: async ({ owner }) => ({ params: { id: (await someProfile(owner)).id } }),
  getProfileWatermark: async ({ owner }) => ({ params: { id: (await someProfile(owner)).id } }),
}
