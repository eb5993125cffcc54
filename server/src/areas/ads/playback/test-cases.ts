import type { Cases } from '../../../contract/test-case.ts'
import { someAdChannel } from '../../../testing/ad-channels.ts'

export const cases: Cases = {
  tryAdChannel: async (tenant) => ({
    params: { id: await someAdChannel(tenant) },
    body: { country: 'IN', deviceType: 'phone', params: { 'kv.genre': 'news' } },
  }),
}
