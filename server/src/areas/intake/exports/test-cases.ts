import type { Case, Cases, Tenant } from '../../../contract/test-case.ts'
import { newAccount } from '../../../testing/intake/accounts.ts'

export const cases: Cases = {
  listExportAccounts: () => ({}),
  createCloudExport: async (tenant) => ({ body: await exportBody(tenant) }),
  listCloudExports: ({ content }) => ({
    query: { contentId: content.id, state: 'failed', pageNum: '1', pageSize: '12' },
  }),
  async retryCloudExport(tenant) {
    const { owner, sql } = tenant
    const { items } = await owner.call('createCloudExport', { body: await exportBody(tenant) })
    const [{ id } = { id: '' }] = items
    // Nobody listens there, and five attempts would take a while.
    await sql(`UPDATE cloud_exports SET state = 'failed', reason = 'no-answer' WHERE id = $1`, [id])
    return { params: { id } }
  },
  createExportRule: async (tenant) => ({ body: await ruleBody(tenant) }),
  listExportRules: () => ({ query: { pageNum: '1', pageSize: '12' } }),
  updateExportRule: async (tenant) => ({ ...(await rule(tenant)), body: await ruleBody(tenant) }),
  deleteExportRule: rule,
  pauseExportRule: rule,
  resumeExportRule: rule,
}

async function exportBody({ owner, video }: Tenant) {
  const { id: accountId } = await newAccount(owner)
  return { accountId, path: 'partners', files: ['metadata' as const], contentIds: [await video()] }
}

let names = 0

async function ruleBody({ owner, collection }: Tenant) {
  names += 1
  const { id: accountId } = await newAccount(owner)
  const target = { accountId, path: 'partners', files: ['mp4' as const] }
  return { name: `Rule ${names}`, ...target, collectionId: collection.id, tags: ['news'] }
}

async function rule(tenant: Tenant): Promise<Case> {
  const { id } = await tenant.owner.call('createExportRule', { body: await ruleBody(tenant) })
  return { params: { id } }
}
