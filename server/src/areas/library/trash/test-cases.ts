import type { Cases } from '../../../contract/test-case.ts'
import { newFolder } from '../test-requests.ts'

export const cases: Cases = {
  deleteContent: async ({ video }) => ({ params: { id: await video() }, query: { permanently: 'true' } }),
  deleteContents: async ({ video }) => ({
    body: { ids: [await video()], permanently: true },
    passesOver: ['body.ids.0'],
  }),
  restoreContents: async ({ owner, video }) => {
    const ids = [await video()]
    await owner.call('deleteContents', { body: { ids } })
    return { body: { ids }, passesOver: ['body.ids.0'] }
  },
  deleteCollection: async ({ owner }) => ({
    params: { id: await newFolder(owner) },
    query: { permanently: 'true' },
  }),
  restoreCollection: async ({ owner }) => {
    const params = { id: await newFolder(owner) }
    await owner.call('deleteCollection', { params })
    return { params }
  },
}
