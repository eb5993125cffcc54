import { randomUUID } from 'node:crypto'
import type { VideoImport } from '@kinora/contract'
import type { Cases, Tenant } from '../../../contract/test-case.ts'
import type { Client } from '../../../testing/client.ts'
import { someProfile } from '../../../testing/profiles.ts'
import { newImport, workbook } from '../../../testing/sheets.ts'

/** URLs that were not imported before: known ones are skipped. */
const twoVideos = () => [
  ['URL', 'Title'],
  [`http://127.0.0.1:9/${randomUUID()}.mp4`, 'secret plans of deccan'],
  [`http://127.0.0.1:9/${randomUUID()}.mp4`, 'Two'],
]

const imports = new WeakMap<Tenant, Promise<VideoImport>>()

export const cases: Cases = {
  createImport: ({ collection }) => ({
    body: {
      fileName: 'videos.xlsx',
      file: workbook(twoVideos()).toString('base64'),
      assetCollectionUUID: collection.id,
    },
  }),
  listImports: () => ({ query: { pageNum: '1', pageSize: '12' } }),
  downloadImportTemplate: () => ({ query: { language: 'te' } }),
  getImport: async (world) => ({ params: { id: await draftImport(world) } }),
  updateImport: async (world) => ({
    params: { id: await draftImport(world) },
    body: {
      mapping: {
        url: 0,
        title: 1,
        description: null,
        tags: null,
        externalId: null,
        playbackPolicy: null,
      },
      playbackPolicy: 'signed',
      encodingProfileId: (await someProfile(world.owner)).id,
      repeats: 'import',
      isTest: true,
    },
  }),
  listImportRows: async (world) => ({
    params: { id: await draftImport(world) },
    query: { pageNum: '1', pageSize: '12', state: 'invalid,waiting' },
  }),
  startImport: async ({ owner }) => ({ params: { id: (await newImport(owner, twoVideos())).id } }),
  cancelImport: async ({ owner }) => ({ params: await startedImport(owner) }),
  retryImport: async ({ owner }) => ({ params: await startedImport(owner) }),
  deleteImport: async ({ owner }) => ({ params: { id: (await newImport(owner, twoVideos())).id } }),
  downloadImportReport: async (world) => ({
    params: { id: await draftImport(world) },
    query: { language: 'ar' },
  }),
}

/** One file for all cases, because each file is read by a process. */
async function draftImport(world: Tenant): Promise<string> {
  const known = imports.get(world) ?? newImport(world.owner, twoVideos())
  imports.set(world, known)
  return (await known).id
}

async function startedImport(owner: Client): Promise<{ id: string }> {
  const { id } = await newImport(owner, twoVideos())
  await owner.call('startImport', { params: { id } })
  return { id }
}
