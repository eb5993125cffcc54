import type { Cases } from '../../../contract/test-case.ts'
import { someProfile } from '../../../testing/profiles.ts'

export const cases: Cases = {
  createUpload: async ({ owner, collection }) => ({
    body: {
      fileName: 'match.mp4',
      fileSize: 1000,
      title: 'Match',
      playbackPolicy: 'public',
      assetCollectionUUID: collection.id,
      encodingProfileId: (await someProfile(owner)).id,
      isTest: true,
    },
  }),
  getUpload: ({ upload }) => ({ params: { id: upload.uploadId } }),
  createPartUrl: ({ upload }) => ({ params: { id: upload.uploadId }, body: { partNumber: 1 } }),
  completeUpload: ({ upload }) => ({
    params: { id: upload.uploadId },
    body: { parts: [{ partNumber: 1, etag: 'none' }] },
    answers: 'upload-incomplete',
  }),
  cancelUpload: async ({ owner }) => {
    const { uploadId: id } = await owner.call('createUpload', { body: { fileName: 'a.mp4', fileSize: 9 } })
    return { params: { id } }
  },
  createContent: async ({ kinora, owner }) => ({
    body: {
      url: `${kinora.url}/nothing.mp4`,
      title: 'From afar',
      playbackPolicy: 'public',
      encodingProfileId: (await someProfile(owner)).id,
      isTest: true,
    },
  }),
  createSample: () => ({}),
}
