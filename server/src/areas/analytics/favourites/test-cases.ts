import type { Cases } from '../../../contract/test-case.ts'
import { favouriteOf, newFavourite } from '../../../testing/analytics/favourites.ts'

export const cases: Cases = {
  listFavouriteFilters: () => ({}),
  createFavouriteFilter: () => ({ body: favouriteOf() }),
  updateFavouriteFilter: async ({ owner }) => ({
    params: { id: (await newFavourite(owner)).id },
    body: favouriteOf(),
  }),
  deleteFavouriteFilter: async ({ owner }) => ({ params: { id: (await newFavourite(owner)).id } }),
}
