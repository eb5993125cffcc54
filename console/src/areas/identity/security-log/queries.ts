import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api'

const pageSize = 10

export const activityQuery = infiniteQueryOptions({
  queryKey: ['account-records'],
  queryFn: ({ pageParam, signal }) =>
    api('listAccountRecords', {
      params: { id: 'me' },
      query: { pageSize, ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
})
