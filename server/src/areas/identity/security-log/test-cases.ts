import type { Cases } from '../../../contract/test-case.ts'

export const cases: Cases = {
  listAccountRecords: () => ({
    params: { id: 'me' },
    query: { cursor: '1700000000000.0190b2f4-0000-7000-8000-000000000000', pageSize: '10' },
  }),
  exportSecurityLog: () => ({
    query: { cursor: '0.00000000-0000-0000-0000-000000000000', limit: '10' },
  }),
}
