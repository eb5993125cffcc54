import type { ApiToken } from '@kinora/contract'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { keepPage } from '../../../lib/browser/keep-page'

export interface TokensParams {
  readonly pageNum: number
  readonly pageSize: number
  readonly includeRevoked: boolean
}

const tokensKey = (environmentId: string) => ['tokens', environmentId] as const

export function tokensQuery(environmentId: string, query: TokensParams) {
  return queryOptions({
    queryKey: [...tokensKey(environmentId), query],
    queryFn: ({ signal }) => api('listTokens', { environmentId, query, signal }),
    placeholderData: keepPage(tokensKey(environmentId)),
  })
}

export type MadeToken = ApiToken & { readonly secret: string }
type TokenBody = Parameters<typeof api<'createToken'>>[1]['body']

/** Marks the call whose answer is shown only once: its form stays open until the answer arrives. */
export const creatingToken = { mutationKey: ['createToken'] } as const

/** Passes the secret only to `onMade`: a mutation's result would stay in the cache. */
export function useCreateToken(onMade: (made: MadeToken) => void) {
  const queries = useQueryClient()
  return useMutation({
    ...creatingToken,
    mutationFn: async ({ environmentId, body }: { environmentId: string; body: TokenBody }) => {
      onMade(await api('createToken', { environmentId, body }))
    },
    onSuccess: (_, { environmentId }) => refreshTokens(queries, environmentId),
  })
}

export function useRenameToken() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, environmentId, name }: Pick<ApiToken, 'id' | 'environmentId' | 'name'>) =>
      api('renameToken', { environmentId, params: { id }, body: { name } }),
    onSettled: (_, __, { environmentId }) => refreshTokens(queries, environmentId),
  })
}

export function useRevokeToken() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, environmentId }: Pick<ApiToken, 'id' | 'environmentId'>) =>
      api('revokeToken', { environmentId, params: { id } }),
    onSettled: (_, __, { environmentId }) => refreshTokens(queries, environmentId),
  })
}

/** The list of environments shows the number of tokens. */
function refreshTokens(queries: QueryClient, environmentId: string): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: tokensKey(environmentId) }),
    queries.invalidateQueries({ queryKey: ['environments'] }),
  ])
}
