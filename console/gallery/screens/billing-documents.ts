import type { BillingDocument, BillingDocumentDetail } from '@kinora/contract'
import { idOf, now, organizationId } from './people'

const period = { startsAt: '2026-10-01T00:00:00.000Z', endsAt: '2026-11-01T00:00:00.000Z' }

export const invoice: BillingDocument = {
  id: idOf(50),
  organizationId,
  kind: 'invoice',
  status: 'final',
  number: 'KN-2026-00017',
  currency: 'USD',
  net: 500_000_000,
  tax: 90_000_000,
  total: 590_000_000,
  period: null,
  invoice: null,
  createdAt: now,
  issuedAt: now,
}
export const creditNote: BillingDocument = {
  ...invoice,
  id: idOf(51),
  kind: 'credit-note',
  number: 'KN-CN-2026-00001',
  net: -100_000_000,
  tax: -18_000_000,
  total: -118_000_000,
  invoice: { id: invoice.id, number: invoice.number },
}
export const statement: BillingDocument = {
  ...invoice,
  id: idOf(52),
  kind: 'statement',
  number: null,
  net: 688_930_000,
  tax: 0,
  total: 688_930_000,
  period,
}
export const draft: BillingDocument = {
  ...invoice,
  id: idOf(53),
  status: 'draft',
  number: null,
  tax: 0,
  total: 500_000_000,
  issuedAt: null,
}

const party = {
  name: 'Deccan Television Ltd',
  address1: 'Benz Circle',
  address2: '',
  city: 'Vijayawada',
  state: 'Andhra Pradesh',
  country: 'IN',
  zip: '520010',
  taxId: '37AAKCK0000A1Z5',
  email: 'accounts@example.com',
}
export const details = { ...party, language: 'en' as const }
export const seller = {
  ...party,
  name: 'Kinora Video Systems Pvt Ltd',
  address1: 'Plot 14, Financial District',
  city: 'Hyderabad',
  state: 'Telangana',
  zip: '500032',
  seriesPrefix: 'KN',
  isReverseCharge: true,
  bankDetails: 'Test Bank 0001',
}
const { seriesPrefix: _prefix, isReverseCharge: _isReverse, ...printed } = seller

export const wholeInvoice: BillingDocumentDetail = {
  ...invoice,
  language: 'en',
  timezone: 'UTC',
  seller: printed,
  buyer: party,
  lines: [{ kind: 'top-up', meter: null, quantity: 1, period: null, amount: 500_000_000 }],
  taxes: [{ name: 'IGST', ratePpm: 180_000, net: 500_000_000, tax: 90_000_000, isReverseCharge: false }],
  method: 'Visa ending 4821',
  reason: '',
  balance: 1_661_400_000,
  movement: null,
  creditNotes: [creditNote],
}
export const wholeStatement: BillingDocumentDetail = {
  ...wholeInvoice,
  ...statement,
  lines: [
    { kind: 'usage', meter: 'streaming', quantity: 247_093_200_000, period: null, amount: 370_639_800 },
    { kind: 'usage', meter: 'encoding-hd', quantity: 1_262_640_000, period: null, amount: 157_833_400 },
    { kind: 'minimum', meter: null, quantity: null, period: null, amount: 160_456_800 },
  ],
  taxes: [],
  method: '',
  balance: null,
  movement: { opening: 1_444_000_000, added: 500_000_000, charged: 688_930_000, closing: 1_255_070_000 },
  creditNotes: [],
}
export const wholeCreditNote: BillingDocumentDetail = {
  ...wholeInvoice,
  ...creditNote,
  lines: [{ kind: 'credit', meter: null, quantity: 1, period: null, amount: -100_000_000 }],
  taxes: [{ name: 'IGST', ratePpm: 180_000, net: -100_000_000, tax: -18_000_000, isReverseCharge: false }],
  reason: 'Paid twice',
  balance: 1_561_400_000,
  creditNotes: [],
}
export const wholeDraft: BillingDocumentDetail = {
  ...wholeInvoice,
  ...draft,
  seller: null,
  taxes: [],
  creditNotes: [],
}
