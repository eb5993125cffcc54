import { randomUUID } from 'node:crypto'
import type { Cases } from '../../../contract/test-case.ts'
import { newPersonSeen } from '../../../testing/intelligence/people.ts'

export const cases: Cases = {
  listPeople: async (tenant) => {
    await newPersonSeen(tenant)
    return { query: { pageSize: '1' } }
  },
  updatePerson: async (tenant) => ({
    params: { id: (await newPersonSeen(tenant)).personId },
    body: { name: `Anna ${randomUUID()}` },
  }),
  mergePeople: async (tenant) => ({
    params: { id: (await newPersonSeen(tenant)).personId },
    body: { otherId: (await newPersonSeen(tenant)).personId },
  }),
  deletePerson: async (tenant) => ({ params: { id: (await newPersonSeen(tenant)).personId } }),
}
