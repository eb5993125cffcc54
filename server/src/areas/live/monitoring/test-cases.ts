import type { Cases } from '../../../contract/test-case.ts'
import { someStream } from '../../../testing/livestreams.ts'

export const cases: Cases = {
  getMonitors: async ({ owner }) => ({ params: { id: await someStream(owner) }, query: { window: '4h' } }),
}
