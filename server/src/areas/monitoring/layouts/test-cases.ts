import type { Case, Cases, Tenant } from '../../../contract/test-case.ts'
import { layoutOf, someLayout } from '../../../testing/live/wall-layouts.ts'

export const cases: Cases = {
  listWallLayouts: () => ({}),
  createWallLayout: () => ({ body: layoutOf() }),
  updateWallLayout: async (tenant) => ({
    ...(await existing(tenant)),
    body: layoutOf({ grid: 3, rotateS: 20 }),
  }),
  deleteWallLayout: existing,
}

async function existing({ owner }: Tenant): Promise<Case> {
  return { params: { id: (await someLayout(owner)).id } }
}
