import type { SigningKey } from '@kinora/contract'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { keepPage } from '../../../lib/browser/keep-page'

const keysKey = (environmentId: string) => ['signingKeys', environmentId] as const

export function signingKeysQuery(environmentId: string, query: { pageNum: number; pageSize: number }) {
  return queryOptions({
    queryKey: [...keysKey(environmentId), query],
    queryFn: ({ signal }) => api('listSigningKeys', { environmentId, query, signal }),
    placeholderData: keepPage(keysKey(environmentId)),
  })
}

export type MadeKey = SigningKey & { readonly privateKey: string }

/** Marks the call whose answer is shown only once: its form stays open until the answer arrives. */
export const creatingKey = { mutationKey: ['createSigningKey'] } as const

/** Passes the private key only to `onMade`: a mutation's result would stay in the cache. */
export function useCreateSigningKey(onMade: (made: MadeKey) => void) {
  const queries = useQueryClient()
  return useMutation({
    ...creatingKey,
    mutationFn: async ({ environmentId, product }: Pick<SigningKey, 'environmentId' | 'product'>) => {
      onMade(await api('createSigningKey', { environmentId, body: { product } }))
    },
    onSuccess: (_, { environmentId }) => refreshKeys(queries, environmentId),
  })
}

export function useDeleteSigningKey() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, environmentId }: Pick<SigningKey, 'id' | 'environmentId'>) =>
      api('deleteSigningKey', { environmentId, params: { id } }),
    onSettled: (_, __, { environmentId }) => refreshKeys(queries, environmentId),
  })
}

/** The list of environments shows the number of keys. */
function refreshKeys(queries: QueryClient, environmentId: string): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: keysKey(environmentId) }),
    queries.invalidateQueries({ queryKey: ['environments'] }),
  ])
}
