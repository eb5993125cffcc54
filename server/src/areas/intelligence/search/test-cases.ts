import type { Cases } from '../../../contract/test-case.ts'
import { newPersonSeen } from '../../../testing/intelligence/people.ts'

export const cases: Cases = {
  searchMoments: async (tenant) => ({
    body: {
      phrase: 'weather',
      language: 'en',
      assetCollectionUUID: tenant.collection.id,
      people: [(await newPersonSeen(tenant)).personId],
      objects: ['car'],
    },
    passesOver: ['body.people.0'],
  }),
  listSeenObjects: () => ({}),
}
