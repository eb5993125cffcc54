import * as read from '../../lib/browser/read'

/** What the screen shows is in its address, so that it can be shared. What the words mean is in `view.ts`, which only the
 * screen loads. */
export const analyticsSearch = read.fields({
  tab: read.text('overview'),
  range: read.text('last-7-days'),
  from: read.text(''),
  to: read.text(''),
  zone: read.text(''),
  metric: read.text(''),
  split: read.text(undefined),
  compare: read.flag(true),
  marks: read.flag(true),
  filters: read.text(''),
  open: read.text(''),
})
export const usualView = {
  ...{ tab: 'overview', range: 'last-7-days', from: '', to: '', zone: '', metric: '', compare: true },
  ...{ marks: true, filters: '', open: '' },
} as const

/** The range of the analytics of a video. */
export const videoAnalyticsSearch = read.fields({ range: read.text('last-7-days') })
export const usualVideoRange = { range: 'last-7-days' } as const
