import type { Cases, Tenant } from '../../../contract/test-case.ts'
import { addDeadLetter } from '../../../testing/dead-letters.ts'

export const cases: Cases = {
  listDeadLetters: () => ({ query: { pageNum: '1', pageSize: '12' } }),
  retryDeadLetters: () => ({}),
  getDeadLetter: async (tenant) => ({ params: await deadLetterOf(tenant) }),
  retryDeadLetter: async (tenant) => ({ params: await deadLetterOf(tenant) }),
  deleteDeadLetter: async (tenant) => ({ params: await deadLetterOf(tenant) }),
}

async function deadLetterOf({ owner, sql }: Tenant): Promise<{ id: string }> {
  return { id: await addDeadLetter(sql, owner.environmentId ?? '', 'no connection') }
}
