import { documentKinds } from '@kinora/contract/billing/values'
import * as read from '../../../lib/browser/read'

/** Search parameters of the list of invoices. */
export const invoicesSearch = read.fields({ page: read.page(), kind: read.oneOf(['', ...documentKinds], '') })
export const allInvoices = { page: 1, kind: '' } as const
