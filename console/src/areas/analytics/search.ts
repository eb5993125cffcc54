import * as read from '../../lib/browser/read'

/** What the screen shows is in its address, so that it can be shared. What the words mean is in `view.ts`, which only the
 * screen loads. */
export const analyticsSearch = read.fields({
  range: read.text('last-7-days'),
  metric: read.text('views'),
  split: read.text(undefined),
  compare: read.flag(true),
})
export const usualView = { range: 'last-7-days', metric: 'views', compare: true } as const
