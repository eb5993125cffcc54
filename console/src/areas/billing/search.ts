import * as read from '../../lib/browser/read'

const text = read.text('', ({ length }) => length <= 100)

/** Search parameters of Settings > Billing: the start of a period, and the meter, environment, and video or stream whose usage is
 * open; the page of the payment history, and the payment whose dialog is open. Empty for the current period, all meters and no
 * payment. */
export const billingSearch = read.fields({
  period: text,
  meter: text,
  environment: text,
  object: text,
  page: read.page(),
  payment: text,
})
export const wholeBilling = {
  period: '',
  meter: '',
  environment: '',
  object: '',
  page: 1,
  payment: '',
} as const
