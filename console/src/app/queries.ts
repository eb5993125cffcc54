import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { meQuery } from '../areas/identity'
import { Problem } from '../lib/problem'

/** A list that failed shows its own state and tries again there; here one quiet second try is enough. */
export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: askAgainWhatIsAllowed }),
  mutationCache: new MutationCache({ onError: askAgainWhatIsAllowed }),
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

/** A refusal of what the console offered: somebody has changed this person's role meanwhile. */
function askAgainWhatIsAllowed(error: Error): void {
  if (error instanceof Problem && error.id === 'forbidden') {
    void queries.invalidateQueries({ queryKey: meQuery.queryKey })
  }
}
