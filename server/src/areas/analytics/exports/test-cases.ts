import { expect } from 'vitest'
import type { Case, Cases, Tenant } from '../../../contract/test-case.ts'
import { range, tenantOf } from '../test-requests.ts'

export const cases: Cases = {
  exportFigures: (tenant) => ({
    query: { ...tenantOf(tenant), ...range, table: 'rows', groupBy: 'country', format: 'xlsx' },
  }),
  createViewExport: () => ({
    body: { ...range, timezone: 'Asia/Kolkata', country: ['IN'], contentId: ['x'], format: 'xlsx' },
  }),
  listViewExports: () => ({}),
  getViewExport: readyExport,
  deleteViewExport: readyExport,
  getViewExportFile: readyExport,
  linkViewExport: readyExport,
}

async function readyExport({ owner }: Tenant): Promise<Case> {
  const { id } = await owner.call('createViewExport', { body: range })
  const params = { id }
  const status = async () => (await owner.call('getViewExport', { params })).status
  await expect.poll(status).toBe('ready')
  return { params }
}
