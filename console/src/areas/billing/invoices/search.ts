import * as read from '../../../lib/browser/read'

/** Search parameters of the list of invoices. A kind is one of `documentKinds`, or empty for all. */
export const invoicesSearch = read.fields({ page: read.page(), kind: read.text('') })
export const allInvoices = { page: 1, kind: '' } as const
