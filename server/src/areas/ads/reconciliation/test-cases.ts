import type { Cases } from '../../../contract/test-case.ts'
import { someAdChannel } from '../../../testing/ad-channels.ts'

export const cases: Cases = {
  reconcileAdChannel: async (tenant) => ({
    params: { id: await someAdChannel(tenant) },
    body: { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z', csv: 'soap,12' },
  }),
}
