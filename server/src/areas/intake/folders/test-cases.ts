import { randomUUID } from 'node:crypto'
import type { Case, Cases, Tenant } from '../../../contract/test-case.ts'
import { newAccount } from '../../../testing/intake/accounts.ts'
import { newWatchFolder, watchFolderBody } from '../../../testing/intake/watched.ts'
import { newProfile } from '../../../testing/profiles.ts'

export const cases: Cases = {
  listWatchRoots: () => ({}),
  createWatchFolder: async (tenant) => ({
    body: await bodyOf(tenant),
    alternative: { body: await accountBodyOf(tenant) },
  }),
  listWatchFolders: () => ({}),
  getWatchFolder: existing,
  async updateWatchFolder(tenant) {
    const folder = await existing(tenant)
    return {
      ...folder,
      body: await bodyOf(tenant),
      alternative: { ...folder, body: await accountBodyOf(tenant) },
    }
  },
  deleteWatchFolder: existing,
  pauseWatchFolder: existing,
  resumeWatchFolder: existing,
  scanWatchFolder: existing,
  listWatchFiles: existing,
  async takeWatchFile({ owner, kinora, sql }) {
    const { id, environmentId } = await newWatchFolder(owner, kinora)
    const fileId = randomUUID()
    await sql(
      `INSERT INTO watch_files (id, environment_id, folder_id, path, search_text, size, modified_at, state, reason,
         quiet_since, seen_at, changed_at)
       VALUES ($1, $2, $3, 'film.mp4', 'film.mp4', 1000, now(), 'failed', 'incomplete', now(), now(), now())`,
      [fileId, environmentId, id],
    )
    return { params: { id, fileId } }
  },
}

async function existing({ owner, kinora }: Tenant): Promise<Case> {
  const { id } = await newWatchFolder(owner, kinora)
  return { params: { id } }
}

/** A body with all IDs that it may have beside a root. */
async function bodyOf({ owner, kinora, collection }: Tenant) {
  const { id: encodingProfileId } = await newProfile(owner)
  return { ...(await watchFolderBody(kinora)), collectionId: collection.id, encodingProfileId }
}

/** A body of a folder of an account. */
async function accountBodyOf({ owner }: Tenant) {
  const { id: accountId } = await newAccount(owner)
  return { name: 'Agency', accountId, path: 'incoming' }
}
