import type { Case, Cases, Tenant } from '../../../contract/test-case.ts'
import { newInput } from '../../../testing/live/connectors.ts'
import { someStream } from '../../../testing/livestreams.ts'

let names = 0
const fields = () => ({
  name: `Feed ${++names}`,
  latencyMs: 200,
  passphrase: 'correct-horse-battery',
  streamId: 'feed',
  maxKbps: 20_000,
  allowedNetworks: ['192.0.2.0/24'],
  paths: 2,
  holdMs: 500,
  returns: 'by-hand',
  returnAfterS: 5,
  enabled: true,
})

export const cases: Cases = {
  createVconnectInput: async ({ owner }) => ({
    body: {
      ...fields(),
      kind: 'livestream',
      livestreamId: await someStream(owner),
      backupInputId: (await newInput(owner)).id,
    },
  }),
  listVconnectInputs: () => ({ query: { pageNum: '1', pageSize: '12', phrase: 'x' } }),
  getVconnectInput: existing,
  updateVconnectInput: async (tenant) => ({
    ...(await existing(tenant)),
    body: {
      ...fields(),
      address: 'srt://127.0.0.1:9001',
      backupInputId: (await newInput(tenant.owner)).id,
    },
  }),
  getVconnectInputKey: async ({ owner }) => ({
    params: { id: (await newInput(owner, { kind: 'rtmp' })).id },
  }),
  switchVconnectInput: async (tenant) => ({
    ...(await existing(tenant)),
    body: { source: 'backup' },
    answers: 'vconnect-no-source',
  }),
  deleteVconnectInput: existing,
  getVconnectInputMonitors: async (tenant) => ({ ...(await existing(tenant)), query: { window: '4h' } }),
}

async function existing({ owner }: Tenant): Promise<Case> {
  return { params: { id: (await newInput(owner)).id } }
}
