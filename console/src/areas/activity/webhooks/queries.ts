import type { Webhook } from '@kinora/contract'
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { keepPage } from '../../../lib/browser/keep-page'

type Created = Parameters<typeof api<'createWebhook'>>[1]['body']
type Updated = Parameters<typeof api<'updateWebhook'>>[1]['body']
type Resent = Parameters<typeof api<'resendDeliveries'>>[1]['body']

/** The webhooks of all environments of the organization. */
export function webhooksQuery(organizationId: string, environmentId: string, pageNum: number) {
  return queryOptions({
    queryKey: ['webhooks', organizationId, pageNum],
    queryFn: ({ signal }) =>
      api('listWebhooks', { environmentId, query: { organizationId, pageNum, pageSize: 12 }, signal }),
    placeholderData: keepPage(['webhooks', organizationId]),
  })
}

export function webhookQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: ['webhook', environmentId, id],
    queryFn: ({ signal }) => api('getWebhook', { environmentId, params: { id }, signal }),
  })
}

/** Deliveries of a webhook, polled because the server retries by itself. */
export function deliveriesQuery(environmentId: string, id: string, failed: boolean) {
  return infiniteQueryOptions({
    queryKey: ['deliveries', environmentId, id, failed],
    queryFn: ({ pageParam, signal }) =>
      api('listDeliveries', {
        environmentId,
        params: { id },
        query: {
          pageSize: 25,
          ...(pageParam !== null && { cursor: pageParam }),
          ...(failed && { status: 'failed' as const }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: 5000,
    placeholderData: keepPage(['deliveries', environmentId, id]),
  })
}

const VOLUME_MS = 30_000

/** The deliveries of the last day, in steps. */
export function deliveryVolumeQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: ['deliveries', environmentId, id, 'volume'],
    queryFn: ({ signal }) => api('getDeliveryVolume', { environmentId, params: { id }, signal }),
    refetchInterval: VOLUME_MS,
  })
}

export function deliveryQuery(environmentId: string, id: string, deliveryId: string) {
  return queryOptions({
    queryKey: ['delivery', environmentId, id, deliveryId],
    queryFn: ({ signal }) => api('getDelivery', { environmentId, params: { id, deliveryId }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 3000 : false),
  })
}

/** Marks the call whose answer is shown only once: its form stays open until the answer arrives. */
export const creatingWebhook = { mutationKey: ['createWebhook'] } as const

/** Passes the secret only to `onMade`: a mutation's result would stay in the cache. */
export function useCreateWebhook(onMade: (secret: string) => void) {
  const queries = useQueryClient()
  return useMutation({
    ...creatingWebhook,
    mutationFn: async ({ environmentId, body }: { environmentId: string; body: Created }) => {
      onMade((await api('createWebhook', { environmentId, body })).secret)
    },
    onSuccess: () => refresh(queries),
  })
}

export function useUpdateWebhook(environmentId: string, id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Updated) => api('updateWebhook', { environmentId, params: { id }, body }),
    onSuccess: (webhook: Webhook) => {
      queries.setQueryData(webhookQuery(environmentId, id).queryKey, webhook)
      return refresh(queries)
    },
  })
}

export function useDeleteWebhook(environmentId: string, id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api('deleteWebhook', { environmentId, params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  })
}

/** Passes the new secret only to `onMade`, like `useCreateWebhook`. */
export function useRotateSecret(environmentId: string, id: string, onMade: (secret: string) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      onMade((await api('rotateWebhookSecret', { environmentId, params: { id } })).secret)
    },
    onSuccess: () => refresh(queries),
  })
}

const TEST_TIMEOUT_MS = 20_000

export function useTestWebhook(environmentId: string, id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () =>
      api('testWebhook', { environmentId, params: { id }, body: {}, timeoutMs: TEST_TIMEOUT_MS }),
    onSuccess: () => refresh(queries),
  })
}

export function useResend(environmentId: string, id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Resent) => api('resendDeliveries', { environmentId, params: { id }, body }),
    onSuccess: () => refresh(queries),
  })
}

function refresh(queries: QueryClient): Promise<unknown> {
  const kinds = ['webhooks', 'webhook', 'deliveries', 'delivery']
  return Promise.all(kinds.map((kind) => queries.invalidateQueries({ queryKey: [kind] })))
}
