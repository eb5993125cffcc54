import { QueryClient } from '@tanstack/react-query'
import { Problem } from '../lib/problem'

/** A list that failed shows its own state and tries again there; here one quiet second try is enough. */
export const queries = new QueryClient({
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
