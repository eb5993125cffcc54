import type { Cases } from '../../../contract/test-case.ts'

export const cases: Cases = {
  analyzeContent: ({ content }) => ({
    params: { id: content.id },
    body: { parts: ['shots'], language: 'en' },
  }),
  listSpeechEngines: () => ({}),
  getAnalysis: ({ content }) => ({ params: { id: content.id } }),
}
