import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { meQuery } from '../areas/identity/queries'
import { Problem } from '../lib/problem'

/** A failed list shows its own error and retry button, so one silent retry is enough here. */
export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: refetchPermissions }),
  mutationCache: new MutationCache({ onError: refetchPermissions }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) => failures < 1 && error instanceof Problem && error.passing,
      retryDelay: 600,
    },
    mutations: { networkMode: 'always' },
  },
})

/** A refused call that the console offered means that the user's role has changed. */
function refetchPermissions(error: Error): void {
  if (error instanceof Problem && error.id === 'forbidden') {
    void queries.invalidateQueries({ queryKey: meQuery.queryKey })
  }
}
