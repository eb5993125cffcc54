import type { Cases } from '../../../contract/test-case.ts'
import { newStream, plannedCue, runningCue, someStream } from '../../../testing/livestreams.ts'

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

export const cases: Cases = {
  startLiveCue: async ({ owner }) => ({
    params: { id: (await newStream(owner)).id },
    body: { durationS: 30, at: inAnHour() },
  }),
  listLiveCues: async ({ owner }) => ({
    params: { id: await someStream(owner) },
    query: { pageSize: '10' },
  }),
  endLiveCue: async (tenant) => ({ params: await runningCue(tenant) }),
  deleteLiveCue: async ({ owner }) => ({ params: await plannedCue(owner, inAnHour()) }),
}
