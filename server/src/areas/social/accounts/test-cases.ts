import type { Case, Cases, Tenant } from '../../../contract/test-case.ts'
import { accountRow } from '../../../testing/social/accounts.ts'

const params = { network: 'youtube' }
const app = { clientId: 'kinora.apps.example', clientSecret: 'secret', isAudited: true }

export const cases: Cases = {
  listSocialApps: () => ({}),
  setSocialApp: () => ({ params, body: app }),
  async deleteSocialApp(tenant) {
    await enter(tenant)
    return { params }
  },
  listSocialAccounts: () => ({}),
  listSocialTargets: () => ({}),
  async connectSocialAccount(tenant) {
    await enter(tenant)
    return { body: { network: 'youtube', accountId: await accountRow(tenant) } }
  },
  finishSocialAccount: () => ({
    body: { state: 'invented', code: 'invented' },
    answers: 'social-state-unknown',
  }),
  // One whose connection has ended is not asked for at the network.
  checkSocialAccount: async (tenant) => ({ params: { id: await accountRow(tenant, 'reconnect') } }),
  deleteSocialAccount: existing,
}

async function existing(tenant: Tenant): Promise<Case> {
  return { params: { id: await accountRow(tenant) } }
}

function enter({ owner }: Tenant) {
  return owner.call('setSocialApp', { params: { network: 'youtube' }, body: app })
}
