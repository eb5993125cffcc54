import type { BillingDetails, DocumentFileFormat, DocumentKind } from '@kinora/contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../../lib/api'
import { followDownload } from '../../../lib/browser/save-file'

interface DocumentsPage {
  readonly page: number
  readonly kind: DocumentKind | ''
}

const keyOf = (organizationId: string) => ['billing', organizationId] as const

export function documentsQuery(id: string, { page, kind }: DocumentsPage) {
  const query = { pageNum: page, ...(kind !== '' && { kind }) }
  return queryOptions({
    queryKey: [...keyOf(id), 'documents', query],
    queryFn: ({ signal }) => api('listBillingDocuments', { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function documentQuery(id: string) {
  return queryOptions({
    queryKey: ['billing', 'document', id],
    queryFn: ({ signal }) => api('getBillingDocument', { params: { id }, signal }),
  })
}

export function detailsQuery(id: string) {
  return queryOptions({
    queryKey: [...keyOf(id), 'address'],
    queryFn: ({ signal }) => api('getBillingDetails', { params: { id }, signal }),
  })
}

export function useSetDetails(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BillingDetails) => api('setBillingDetails', { params: { id }, body }),
    onSuccess(answer) {
      queries.setQueryData(detailsQuery(id).queryKey, answer)
      // The address is that of the card too, and taxes depend on it.
      return queries.invalidateQueries({ queryKey: ['billing', id] })
    },
  })
}

/** A PDF is made in seconds when it is first needed. */
const pollIntervalMs = 1000

interface AskedFile {
  readonly id: string
  readonly organizationId: string
  readonly format: DocumentFileFormat
}

/** Downloads the file of a document, waiting until it is made. Unmounting stops the wait. */
export function useDownloadDocument() {
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  return useMutation({
    mutationFn: async ({ id: invoiceId, organizationId: id, format }: AskedFile) => {
      while (!left.current) {
        const { url } = await api('linkBillingDocument', { params: { id, invoiceId }, body: { format } })
        if (url !== null) return followDownload(url)
        await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
      }
    },
  })
}
