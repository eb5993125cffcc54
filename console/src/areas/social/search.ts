import { socialPostStates } from '@kinora/contract/social/values'
import * as read from '../../lib/browser/read'

/** The accounts: the page. */
export const socialAccountsSearch = read.fields({ page: read.page() })

/** All posts: the page, the filters, and whether the dialog of a new one is open. */
export const socialPostsSearch = read.fields({
  page: read.page(),
  state: read.oneOf(socialPostStates, undefined),
  q: read.text('', ({ length }) => length <= 200),
  new: read.flag(false),
})
