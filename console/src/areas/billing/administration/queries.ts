import type { BillingSeller } from '@kinora/contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'

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

export const sellerQuery = queryOptions({
  queryKey: [...installationKey, 'seller'],
  queryFn: ({ signal }) => api('getBillingSeller', { signal }),
})

export const proofQuery = queryOptions({
  queryKey: [...installationKey, 'proof'],
  queryFn: ({ signal }) => api('getBillingProof', { signal }),
})

/** Runs a call that changes what this page shows. */
function useChange<Given, Answer>(change: (given: Given) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: installationKey }),
  })
}

export function useRecordReceipt(id: string) {
  return useChange((body: { amount: number; method: string }) =>
    api('recordBillingReceipt', { params: { id }, body }),
  )
}

export function useCreditInvoice(id: string) {
  return useChange(({ invoiceId, ...body }: { invoiceId: string; amount: number; reason: string }) =>
    api('creditBillingInvoice', { params: { id, invoiceId }, body }),
  )
}

export function useGiveCredit(id: string) {
  return useChange((body: { amount: number; reason: string }) =>
    api('addBillingCredit', { params: { id }, body }),
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
