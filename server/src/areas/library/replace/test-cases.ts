import type { Cases } from '../../../contract/test-case.ts'

const betterFile = { fileName: 'better.mp4', fileSize: 1000 }

export const cases: Cases = {
  replaceByUrl: async ({ video, kinora }) => ({
    params: { id: await video() },
    body: { url: `${kinora.url}/nothing.mp4` },
  }),
  replaceByUpload: async ({ video }) => ({ params: { id: await video() }, body: betterFile }),
  cancelReplacement: async ({ owner, video }) => {
    const params = { id: await video() }
    await owner.call('replaceByUpload', { params, body: betterFile })
    return { params }
  },
}
