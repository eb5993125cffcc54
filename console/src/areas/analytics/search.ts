import * as read from '../../lib/browser/read'

/** Fields without a default, which is otherwise omitted from the URL. */
const own = read.text(undefined)

/** The URL parameters of both screens. `view.ts` interprets them; only the screens load it. */
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

/** URL parameters of the analytics tab of a video. */
export const videoAnalyticsSearch = read.fields({ range: own, split: own, metric: own, open: own })
