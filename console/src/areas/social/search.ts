import { socialPostStates } from '@kinora/contract/social/values'
import * as read from '../../lib/browser/read'

/** The accounts: the page. */
export const socialAccountsSearch = read.fields({ page: read.page() })

/** Whether the text is a day that exists. */
const isDay = (text: string) => {
  const at = Date.parse(`${text}T00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(`${text}T`)
}

/** All posts: how they are shown, the day of the calendar, the page, the filters, and whether the dialog of a new one is
 * open. */
export const socialPostsSearch = read.fields({
  view: read.oneOf(['list', 'calendar'], 'list'),
  day: read.text(undefined, isDay),
  page: read.page(),
  state: read.oneOf(socialPostStates, undefined),
  q: read.text('', ({ length }) => length <= 200),
  new: read.flag(false),
})
