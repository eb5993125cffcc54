import type { Cases } from '../../../contract/test-case.ts'

export const cases: Cases = {
  searchMoments: ({ collection }) => ({
    body: { phrase: 'weather', language: 'en', assetCollectionUUID: collection.id },
  }),
}
