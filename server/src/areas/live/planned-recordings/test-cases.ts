import type { Cases } from '../../../contract/test-case.ts'
import type { Client } from '../../../testing/client.ts'
import { someStream } from '../../../testing/livestreams.ts'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const plan = async (owner: Client) => ({
  name: 'Final',
  livestreamId: await someStream(owner),
  from: inHours(1),
  to: inHours(2),
})

const planned = async (owner: Client) =>
  (await owner.call('createPlannedRecording', { body: await plan(owner) })).id

export const cases: Cases = {
  createPlannedRecording: async ({ owner }) => ({ body: await plan(owner) }),
  listPlannedRecordings: () => ({ query: { pageNum: '1', pageSize: '12', phrase: 'x' } }),
  getPlannedRecording: async ({ owner }) => ({ params: { id: await planned(owner) } }),
  deletePlannedRecording: async ({ owner }) => ({ params: { id: await planned(owner) } }),
}
