import { cloudExportStates, watchFileStates } from '@kinora/contract/intake/values'
import * as read from '../../lib/browser/read'

/** Watched folders and accounts: the page, and whether the dialog of a new one is open. */
export const watchFoldersSearch = read.fields({ page: read.page(), new: read.flag(false) })

/** Rules for exports, or all exports with their filter. */
export const exportRulesSearch = read.fields({
  page: read.page(),
  new: read.flag(false),
  shown: read.oneOf(['rules', 'exports'] as const, 'rules'),
  state: read.oneOf(cloudExportStates, undefined),
})

/** One folder: the filters and the page of its files. */
export const watchFolderSearch = read.fields({
  page: read.page(),
  state: read.oneOf(watchFileStates, undefined),
  q: read.text('', ({ length }) => length <= 200),
})
