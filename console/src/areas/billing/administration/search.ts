import * as read from '../../../lib/browser/read'

/** Search parameters of Administration > Billing. The screen knows its parts. */
export const billingAdministrationSearch = read.fields({
  part: read.text('wallets'),
  page: read.page(),
  q: read.text('', ({ length }) => length <= 200),
})
export const noBillingAdministration = { part: 'wallets', page: 1, q: '' } as const
