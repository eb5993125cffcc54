import * as read from '../../lib/browser/read'

/** Without a usual value, there is nothing to leave out of an address. */
const own = read.text(undefined)

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
  map: read.flag(false),
  filters: read.text(''),
  open: read.text(''),
  videos: own,
  sort: own,
  page: read.page(),
})
export const usualView = analyticsSearch({})

/** Of the analytics of a video. */
export const videoAnalyticsSearch = read.fields({ range: own, split: own, metric: own, open: own })
