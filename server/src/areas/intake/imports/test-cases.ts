import type { Cases } from '../../../contract/test-case.ts'
import { accountBody, newAccount } from '../../../testing/intake/accounts.ts'
import { startServer } from '../../../testing/intake/servers/servers.ts'
import { newProfile } from '../../../testing/profiles.ts'

export const cases: Cases = {
  listImportAccounts: () => ({}),
  // Nobody listens there, which the answer says.
  browseCloudAccount: async ({ owner }) => ({
    params: { id: (await newAccount(owner)).id },
    query: { path: 'incoming' },
  }),
  async createCloudImport({ owner, collection }) {
    const server = await startServer('webdav')
    server.tree.put('film.mp4', Buffer.from('film'))
    const { id: accountId } = await newAccount(owner, { ...server.account, name: accountBody().name })
    const { id: encodingProfileId } = await newProfile(owner)
    return { body: { accountId, names: ['film.mp4'], collectionId: collection.id, encodingProfileId } }
  },
  listImportedFiles: () => ({ query: { pageNum: '1', pageSize: '12' } }),
}
