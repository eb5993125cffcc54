import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api'

const stateMs = 10_000
const historyMs = 60_000

export const infraQuery = () =>
  queryOptions({
    queryKey: ['infra', 'state'],
    queryFn: ({ signal }) => api('getInfra', { signal }),
    refetchInterval: stateMs,
  })

export const infraHistoryQuery = () =>
  queryOptions({
    queryKey: ['infra', 'history'],
    queryFn: ({ signal }) => api('getInfraHistory', { signal }),
    refetchInterval: historyMs,
  })
