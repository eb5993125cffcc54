import type { Cases } from '../../../contract/test-case.ts'
import { aView, someView } from '../../../testing/saved-views.ts'

export const cases: Cases = {
  listSavedViews: () => ({ query: { list: 'videos' } }),
  createSavedView: () => ({ body: { ...aView(), isShared: true } }),
  updateSavedView: async ({ owner }) => ({
    params: { id: (await someView(owner)).id },
    body: { name: 'Goals', search: { q: 'goal' }, isShared: false },
  }),
  deleteSavedView: async ({ owner }) => ({ params: { id: (await someView(owner)).id } }),
}
