import type { Embed } from '@kinora/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { keepPage } from '../../../lib/browser/keep-page'
import { type Place, usePlace } from '../queries'

type ListAsked = NonNullable<Parameters<typeof api<'listEmbeds'>>[1]['query']>
export type EmbedInput = Parameters<typeof api<'createEmbed'>>[1]['body']

const embedsKey = (environmentId: string) => ['embeds', environmentId] as const

export function embedsQuery({ environmentId, organizationId }: Place, query: ListAsked) {
  const key = embedsKey(environmentId)
  return queryOptions({
    queryKey: [...key, query],
    queryFn: ({ signal }) => api('listEmbeds', { environmentId, params: { organizationId }, query, signal }),
    placeholderData: keepPage(key),
  })
}

/** The code of an embed. It has a secret, so it is not kept longer than it is shown. */
export function embedCodeQuery({ environmentId, organizationId }: Place, id: string) {
  return queryOptions({
    queryKey: ['embed-code', environmentId, id],
    queryFn: ({ signal }) => api('getEmbedCode', { environmentId, params: { organizationId, id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

export function useCreateEmbed() {
  const { environmentId, organizationId } = usePlace()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: EmbedInput) => api('createEmbed', { environmentId, params: { organizationId }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: embedsKey(environmentId) }),
  })
}

export function useRevokeEmbed() {
  const { organizationId } = usePlace()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, environmentId }: Embed) =>
      api('revokeEmbed', { environmentId, params: { organizationId, id } }),
    onSuccess: (_, { environmentId }) => queries.invalidateQueries({ queryKey: embedsKey(environmentId) }),
  })
}
