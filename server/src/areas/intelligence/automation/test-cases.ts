import type { Cases } from '../../../contract/test-case.ts'
import { someProfile } from '../../../testing/profiles.ts'

export const cases: Cases = {
  getAnalysisRules: () => ({}),
  setAnalysisRules: async ({ owner }) => ({
    body: {
      rules: [{ encodingProfileId: (await someProfile(owner)).id, parts: ['shots'], language: 'en' }],
    },
  }),
}
