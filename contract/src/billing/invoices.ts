import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { languages } from '../identity/index.ts'
import { downloadLink } from '../library/index.ts'
import { meterIds } from '../vocabularies.ts'
import { billingPeriod } from './account.ts'
import { base, enteredMicros, mayRead, micros, organizationParams, quantity } from './base.ts'
import { billingParty, billingQuote, billingTax, quoteQuery } from './parties.ts'
import { documentFormats, documentKinds, documentLineKinds, documentStatuses } from './values.ts'

const numbered = z.object({ id: uuid, number: z.nullable(z.string()) })

/** An invoice of money that was added, a credit note, or the statement of a period. */
export const billingDocument = z.object({
  id: uuid,
  organizationId: uuid,
  kind: z.enum(documentKinds),
  status: z.enum(documentStatuses),
  /** Such as KN-2026-00017. Null for drafts and statements. */
  number: z.nullable(z.string()),
  /** ISO 4217. */
  currency: z.string(),
  /** Without tax. Of a statement what the period cost. Negative for credit notes. */
  net: micros,
  tax: micros,
  total: micros,
  /** Null except for statements. */
  period: z.nullable(billingPeriod),
  /** The invoice of a credit note. */
  invoice: z.nullable(numbered),
  createdAt: time,
  issuedAt: z.nullable(time),
})
export type BillingDocument = z.infer<typeof billingDocument>

const documentLine = z.object({
  kind: z.enum(documentLineKinds),
  meter: z.nullable(z.enum(meterIds)),
  quantity: z.nullable(quantity),
  /** The earlier period of an adjustment. */
  period: z.nullable(billingPeriod),
  amount: micros,
})
export type BillingDocumentLine = z.infer<typeof documentLine>

export const billingDocumentDetail = z.object({
  ...billingDocument.shape,
  language: z.enum(languages),
  timezone: z.string(),
  /** Null for a draft before the seller is known. */
  seller: z.nullable(z.object({ ...billingParty.shape, bankDetails: z.string() })),
  buyer: billingParty,
  lines: z.array(documentLine),
  taxes: z.array(billingTax),
  /** How it was paid, such as Bank transfer. Empty for statements. */
  method: z.string(),
  /** Why it was credited. */
  reason: z.string(),
  /** Balance of the wallet after an invoice. */
  balance: z.nullable(micros),
  /** The movement of the balance in the period of a statement. */
  movement: z.nullable(z.object({ opening: micros, added: micros, charged: micros, closing: micros })),
  /** The credit notes of an invoice. */
  creditNotes: z.array(billingDocument),
})
export type BillingDocumentDetail = z.infer<typeof billingDocumentDetail>

const documentParams = z.object({ id: uuid, invoiceId: uuid })
const reason = z.string().check(z.minLength(3), z.maxLength(200))

export const receiptBody = z.object({
  /** The amount that the wallet gets. Taxes are in addition to it. */
  amount: enteredMicros,
  /** The sum with taxes that was received. Another one is refused. */
  total: z.optional(enteredMicros),
  /** How it was paid, such as Bank transfer. */
  method: reason,
})
export const creditNoteBody = z.object({
  /** Without tax. */
  amount: enteredMicros,
  reason,
})

const invoiceCalls = {
  listBillingDocuments: call({
    method: 'GET',
    path: `${base}/:id/invoices`,
    summary: 'List the invoices, credit notes and statements of an organization, newest first.',
    caller: 'organization',
    right: mayRead,
    params: organizationParams,
    query: z.object({ ...pageQuery, kind: z.optional(z.enum(documentKinds)) }),
    answer: page(billingDocument),
    kind: 'json',
    status: 200,
  }),
  getBillingDocument: call({
    method: 'GET',
    path: `${base}/invoices/:id`,
    summary:
      'Get an invoice, credit note or statement. It requires the right to read the billing of its organization.',
    caller: 'user',
    params: idParams,
    answer: billingDocumentDetail,
    kind: 'json',
    status: 200,
  }),
  linkBillingDocument: call({
    method: 'POST',
    path: `${base}/:id/invoices/:invoiceId/link`,
    summary:
      'Create a download link for an invoice, credit note or statement, valid for an hour. The URL is null while the PDF is being made.',
    caller: 'organization',
    right: mayRead,
    params: documentParams,
    body: z.object({ format: z.enum(documentFormats) }),
    answer: downloadLink,
    kind: 'json',
    status: 201,
    problems: ['document-draft'],
  }),
  quoteBillingReceipt: call({
    method: 'GET',
    path: `${base}/:id/receipts/quote`,
    summary:
      'Get what has to be received, with taxes, for an amount that the wallet of an organization gets.',
    caller: 'admin',
    params: organizationParams,
    query: quoteQuery,
    answer: billingQuote,
    kind: 'json',
    status: 200,
    problems: ['amount-not-whole'],
  }),
  recordBillingReceipt: call({
    method: 'POST',
    path: `${base}/:id/receipts`,
    summary: 'Add money that was received outside Kinora to the wallet of an organization, with an invoice.',
    caller: 'admin',
    isSensitive: true,
    params: organizationParams,
    body: receiptBody,
    answer: z.object({ balance: micros, invoice: billingDocument }),
    kind: 'json',
    status: 201,
    problems: ['amount-not-whole', 'total-changed'],
  }),
  creditBillingInvoice: call({
    method: 'POST',
    path: `${base}/:id/invoices/:invoiceId/credit_notes`,
    summary:
      'Credit an invoice or a part of it. The amount is taken from the wallet, because the money is returned outside Kinora.',
    caller: 'admin',
    isSensitive: true,
    params: documentParams,
    body: creditNoteBody,
    answer: z.object({ balance: micros, creditNote: billingDocument }),
    kind: 'json',
    status: 201,
    problems: ['amount-not-whole', 'credit-too-large', 'document-draft', 'refund-at-processor'],
  }),
}

export const billingInvoiceFeature = defineFeature({
  calls: invoiceCalls,
  problems: {
    'total-changed': {
      status: 409,
      title: 'The taxes have changed. Check the total and try again.',
    },
    'amount-not-whole': {
      status: 422,
      title: 'Enter an amount in whole units of the currency, such as cents',
    },
    'credit-too-large': { status: 409, title: 'This is more than is left of the invoice' },
    'refund-at-processor': {
      status: 409,
      title: 'This was paid by card. Refund it at the payment processor, and its credit note follows.',
    },
    'document-draft': {
      status: 409,
      title: 'This invoice is a draft. It gets its number once the seller is known.',
    },
  },
  objects: { billing_document: mayRead },
  events: { 'billing.document.issued': 'billing_document' },
  eventGroups: { organization: ['billing_document'] },
  auditActions: ['billing.receipt.recorded', 'billing.invoice.credited'],
})
