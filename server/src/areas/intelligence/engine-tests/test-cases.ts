import type { Cases } from '../../../contract/test-case.ts'

export const cases: Cases = {
  listEngines: () => ({}),
  testEngine: () => ({ params: { engine: 'silero' } }),
}
