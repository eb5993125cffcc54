import * as read from '../../../lib/browser/read'

export const administrationParts = ['wallets', 'revenue', 'plans', 'seller', 'proof'] as const

/** Search parameters of Administration > Billing. */
export const billingAdministrationSearch = read.fields({
  part: read.oneOf(administrationParts, 'wallets'),
  page: read.page(),
  q: read.text('', ({ length }) => length <= 200),
})
export const noBillingAdministration = { part: 'wallets', page: 1, q: '' } as const
