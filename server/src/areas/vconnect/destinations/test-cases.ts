import type { Case, Cases, Tenant } from '../../../contract/test-case.ts'
import { newDestination } from '../../../testing/live/connectors.ts'
import { someStream } from '../../../testing/livestreams.ts'

let names = 0
const fields = () => ({
  name: `Partner ${++names}`,
  address: 'srt://127.0.0.1:9000',
  latencyMs: 200,
  passphrase: 'correct-horse-battery',
  streamId: 'feed',
  maxCallers: 2,
})

export const cases: Cases = {
  createVconnectDestination: async ({ owner }) => ({
    body: { ...fields(), kind: 'livestream', address: null, livestreamId: await someStream(owner) },
  }),
  listVconnectDestinations: () => ({ query: { pageNum: '1', pageSize: '12', phrase: 'x' } }),
  getVconnectDestination: existing,
  updateVconnectDestination: async (tenant) => ({ ...(await existing(tenant)), body: fields() }),
  deleteVconnectDestination: existing,
}

async function existing({ owner }: Tenant): Promise<Case> {
  return { params: { id: (await newDestination(owner)).id } }
}
