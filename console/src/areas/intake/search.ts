import { watchFileStates } from '@kinora/contract/intake/values'
import * as read from '../../lib/browser/read'

/** Watched folders and accounts: the page, and whether the dialog of a new one is open. */
export const watchFoldersSearch = read.fields({ page: read.page(), new: read.flag(false) })

/** One folder: the filters and the page of its files. */
export const watchFolderSearch = read.fields({
  page: read.page(),
  state: read.oneOf(watchFileStates, undefined),
  q: read.text('', ({ length }) => length <= 200),
})
