import type { BillingSeller } from '@kinora/contract'
import { newId } from '@kinora/contract/new-id'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../../lib/api'

/** Longer than the payment processor may take. */
const paymentTimeoutMs = 90_000
const installationKey = ['installation', 'billing'] as const

export function walletsQuery(query: { pageNum: number; phrase?: string }) {
  return queryOptions({
    queryKey: [...installationKey, 'wallets', query],
    queryFn: ({ signal }) => api('listWallets', { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The newest documents of an organization. */
export function walletDocumentsQuery(id: string) {
  return queryOptions({
    queryKey: [...installationKey, 'documents', id],
    queryFn: ({ signal }) => api('listWalletDocuments', { params: { id }, query: { pageSize: 100 }, signal }),
  })
}

export const revenueQuery = queryOptions({
  queryKey: [...installationKey, 'revenue'],
  queryFn: ({ signal }) => api('getBillingRevenue', { query: { months: 12 }, signal }),
})

export function plansQuery(pageNum: number) {
  return queryOptions({
    queryKey: [...installationKey, 'plans', pageNum],
    queryFn: ({ signal }) => api('listInstallationPlans', { query: { pageNum }, signal }),
    placeholderData: keepPreviousData,
  })
}

export function waitingPaymentsQuery(pageNum: number) {
  return queryOptions({
    queryKey: [...installationKey, 'payments', pageNum],
    queryFn: ({ signal }) => api('listWaitingPayments', { query: { pageNum }, signal }),
    placeholderData: keepPreviousData,
  })
}

export const sellerQuery = queryOptions({
  queryKey: [...installationKey, 'seller'],
  queryFn: ({ signal }) => api('getBillingSeller', { signal }),
})

export const proofQuery = queryOptions({
  queryKey: [...installationKey, 'proof'],
  queryFn: ({ signal }) => api('getBillingProof', { signal }),
})

/** The sum with taxes for an amount that a wallet gets. */
export function receiptQuoteQuery(id: string, amount: number | null) {
  return queryOptions({
    queryKey: [...installationKey, 'quote', id, amount],
    queryFn: ({ signal }) =>
      api('quoteBillingReceipt', { params: { id }, query: { amount: amount ?? 0 }, signal }),
    enabled: amount !== null,
  })
}

/** Runs a call that changes what this page shows. The same request again, after an answer that was lost, has the same key, so that
 * money moves once. */
function useChange<Given, Answer>(change: (given: Given, idempotencyKey: string) => Promise<Answer>) {
  const queries = useQueryClient()
  const sent = useRef({ given: '', key: '' })
  return useMutation({
    mutationFn: (given: Given) => {
      const text = JSON.stringify(given)
      if (sent.current.given !== text) sent.current = { given: text, key: newId() }
      return change(given, sent.current.key)
    },
    onSuccess: () => {
      sent.current = { given: '', key: '' }
      return queries.invalidateQueries({ queryKey: installationKey })
    },
  })
}

export function useRecordReceipt(id: string) {
  return useChange((body: { amount: number; total: number; method: string }, idempotencyKey) =>
    api('recordBillingReceipt', { params: { id }, body, idempotencyKey }),
  )
}

export function useCreditInvoice(id: string) {
  return useChange(
    ({ invoiceId, ...body }: { invoiceId: string; amount: number; reason: string }, idempotencyKey) =>
      api('creditBillingInvoice', { params: { id, invoiceId }, body, idempotencyKey }),
  )
}

export function useGiveCredit(id: string) {
  return useChange((body: { amount: number; reason: string }, idempotencyKey) =>
    api('addBillingCredit', { params: { id }, body, idempotencyKey }),
  )
}

export function useSetTerms(id: string) {
  return useChange((body: { isPrepaid: boolean; graceDays: number; creditLimit: number }) =>
    api('setBillingTerms', { params: { id }, body }),
  )
}

export function useCreatePlan() {
  return useChange((body: { name: string; currency: string; minimum: number }) =>
    api('createBillingPlan', { body }),
  )
}

export function useAddPrice(id: string) {
  return useChange((body: Parameters<typeof api<'addMeterPrice'>>[1]['body']) =>
    api('addMeterPrice', { params: { id }, body }),
  )
}

export function useSetSeller() {
  return useChange((body: BillingSeller) => api('setBillingSeller', { body }))
}

export function useAddTaxRate() {
  return useChange((body: Parameters<typeof api<'addTaxRate'>>[1]['body']) => api('addTaxRate', { body }))
}

export function useRecordTransfer() {
  return useChange(({ id }: { readonly id: string }, idempotencyKey) =>
    api('recordTransfer', { params: { id }, idempotencyKey }),
  )
}

export function useAcceptPayment() {
  return useChange(
    ({ id, amount, currency }: { id: string; amount: number | string; currency: string }, idempotencyKey) =>
      api('acceptPayment', {
        params: { id },
        body: { amount, currency },
        idempotencyKey,
        timeoutMs: paymentTimeoutMs,
      }),
  )
}

export function useReturnPayment() {
  return useChange(({ id }: { readonly id: string }, idempotencyKey) =>
    api('returnPayment', { params: { id }, idempotencyKey, timeoutMs: paymentTimeoutMs }),
  )
}
