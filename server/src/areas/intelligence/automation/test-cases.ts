import type { Cases } from '../../../contract/test-case.ts'

export const cases: Cases = {
  getAnalysisRules: () => ({}),
  setAnalysisRules: () => ({
    body: { rules: [{ encodingProfileId: null, parts: ['shots'], language: 'en' }] },
  }),
}
