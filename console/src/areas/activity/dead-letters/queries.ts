import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'

const key = ['installation', 'dead-letters'] as const

/** The length of a page of `PagedList`. */
const pageSize = 12

export function deadLettersQuery(pageNum: number) {
  return queryOptions({
    queryKey: [...key, 'list', pageNum],
    queryFn: ({ signal }) => api('listDeadLetters', { query: { pageNum, pageSize }, signal }),
    placeholderData: keepPreviousData,
  })
}

export function deadLetterQuery(id: string) {
  return queryOptions({
    queryKey: [...key, id],
    queryFn: ({ signal }) => api('getDeadLetter', { params: { id }, signal }),
  })
}

export function useRetryDeadLetter() {
  return useChange((id: string) => api('retryDeadLetter', { params: { id } }))
}

export function useRetryDeadLetters() {
  return useChange(() => api('retryDeadLetters', {}))
}

export function useDeleteDeadLetter() {
  return useChange((id: string) => api('deleteDeadLetter', { params: { id } }))
}

function useChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queries.invalidateQueries({ queryKey: key }) })
}
