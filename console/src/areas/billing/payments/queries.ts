import type { BodyOf, CallOf } from '@kinora/contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { accountQuery, keysOf } from '../queries'

/** Longer than the payment processor may take. */
const paymentTimeoutMs = 90_000
/** How often an open payment is asked for. */
const pollMs = 2000

export function detailsQuery(id: string) {
  return queryOptions({
    queryKey: [...keysOf(id), 'payment-details'],
    queryFn: ({ signal }) => api('getPaymentDetails', { params: { id }, signal }),
  })
}

export function historyQuery(id: string, pageNum: number) {
  return queryOptions({
    queryKey: [...keysOf(id), 'history', pageNum],
    queryFn: ({ signal }) => api('listPayments', { params: { id }, query: { pageNum }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** A payment, asked for again while its card is charged. */
export function paymentQuery(id: string, paymentId: string) {
  return queryOptions({
    queryKey: [...keysOf(id), 'payment', paymentId],
    queryFn: ({ signal }) => api('getPayment', { params: { id, paymentId }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'processing' && data.driver !== 'offline' ? pollMs : false,
  })
}

/** The sum with taxes for an amount. Null without one. */
export function quoteQuery(id: string, amount: number | null) {
  return queryOptions({
    queryKey: [...keysOf(id), 'quote', amount],
    queryFn: ({ signal }) => api('quotePayment', { params: { id }, query: { amount: amount ?? 0 }, signal }),
    enabled: amount !== null,
  })
}

export function rechargeQuery(id: string) {
  return queryOptions({
    queryKey: [...keysOf(id), 'recharge'],
    queryFn: ({ signal }) => api('getAutoRecharge', { params: { id }, signal }),
  })
}

function useRefresh(id: string) {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: keysOf(id) })
}

/** Pays once for each key, so that a lost response can be asked for again. */
export function useAddBalance(id: string) {
  const queries = useQueryClient()
  const refresh = useRefresh(id)
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: BodyOf<CallOf<'addBalance'>> & { idempotencyKey: string }) =>
      api('addBalance', { params: { id }, body, idempotencyKey, timeoutMs: paymentTimeoutMs }),
    onSuccess: (payment) => {
      queries.setQueryData(paymentQuery(id, payment.id).queryKey, payment)
      return refresh()
    },
  })
}

export function useContinuePayment(id: string, paymentId: string) {
  const queries = useQueryClient()
  const refresh = useRefresh(id)
  return useMutation({
    mutationFn: (body: BodyOf<CallOf<'continuePayment'>>) =>
      api('continuePayment', { params: { id, paymentId }, body, timeoutMs: paymentTimeoutMs }),
    onSuccess: ({ payment }) => {
      queries.setQueryData(paymentQuery(id, paymentId).queryKey, payment)
      return refresh()
    },
  })
}

export function useCancelPayment(id: string, paymentId: string) {
  const queries = useQueryClient()
  const refresh = useRefresh(id)
  return useMutation({
    mutationFn: () => api('cancelPayment', { params: { id, paymentId }, timeoutMs: paymentTimeoutMs }),
    onSuccess: (payment) => {
      queries.setQueryData(paymentQuery(id, paymentId).queryKey, payment)
      return refresh()
    },
  })
}

export function useSaveDetails(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<CallOf<'savePaymentDetails'>>) =>
      api('savePaymentDetails', { params: { id }, body, timeoutMs: paymentTimeoutMs }),
    onSuccess: ({ details }) => {
      queries.setQueryData(detailsQuery(id).queryKey, details)
      return queries.invalidateQueries({ queryKey: keysOf(id) })
    },
  })
}

/** Begins to save a card with Stripe. */
export async function beginCardSetup(id: string): Promise<string> {
  const { clientSecret } = await api('beginCardSetup', { params: { id }, timeoutMs: paymentTimeoutMs })
  return clientSecret
}

export function useRemoveDetails(id: string) {
  const refresh = useRefresh(id)
  return useMutation({
    mutationFn: () => api('removePaymentDetails', { params: { id }, timeoutMs: paymentTimeoutMs }),
    onSuccess: refresh,
  })
}

export function useSetRecharge(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<CallOf<'setAutoRecharge'>>) => api('setAutoRecharge', { params: { id }, body }),
    onSuccess: (recharge) => {
      queries.setQueryData(rechargeQuery(id).queryKey, recharge)
      return queries.invalidateQueries({ queryKey: accountQuery(id).queryKey })
    },
  })
}
