import * as read from '../../lib/browser/read'

const text = read.text('', ({ length }) => length <= 100)

/** Search parameters of Settings > Billing: the start of a period, and the meter, environment, and video or stream whose usage is
 * open. Empty for the current period and for all meters. */
export const billingSearch = read.fields({ period: text, meter: text, environment: text, object: text })
export const wholeBilling = { period: '', meter: '', environment: '', object: '' } as const
