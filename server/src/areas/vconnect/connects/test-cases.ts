import type { Case, Cases, Tenant } from '../../../contract/test-case.ts'
import { newConnect, newDestination, newInput } from '../../../testing/live/connectors.ts'

const page = { pageNum: '1', pageSize: '12' }

export const cases: Cases = {
  getVconnectBay: () => ({}),
  createVconnectConnect: async ({ owner }) => ({
    body: {
      inputId: (await newInput(owner)).id,
      destinationId: (await newDestination(owner)).id,
      enabled: true,
    },
  }),
  listVconnectConnects: () => ({ query: page }),
  listVconnectConnectsByInput: async ({ owner }) => ({
    params: { id: (await newInput(owner)).id },
    query: page,
  }),
  getVconnectConnect: existing,
  updateVconnectConnect: async (tenant) => ({ ...(await existing(tenant)), body: { enabled: false } }),
  deleteVconnectConnect: existing,
  getVconnectConnectMonitors: async (tenant) => ({ ...(await existing(tenant)), query: { window: '8h' } }),
}

async function existing({ owner }: Tenant): Promise<Case> {
  return { params: { id: (await newConnect(owner)).id } }
}
