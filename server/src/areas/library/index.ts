import { addUpContentCounts } from './contents/content-counts.ts'
import { enqueueDueRemovals } from './files/removals.ts'
import { forgetOldImports } from './imports/imports.ts'
import type { Library } from './library.ts'
import { forgetFormer } from './reencode/reencoding.ts'
import { refreshSearchTexts } from './search/search-text.ts'
import { emptyTrash } from './trash/trash.ts'
import { deleteExpired } from './uploads/samples.ts'
import { collectAbandonedUploads } from './uploads/uploads.ts'

export { downloadSource } from './downloads/download-answers.ts'
export { openWorkFolder } from './files/work-folder.ts'
export { libraryJobs } from './jobs.ts'
export type { Library } from './library.ts'
export { videoSource } from './playback/video-source.ts'
export { libraryRoutes } from './routes.ts'
export { forgetPrivateViews } from './saved-views/saved-views.ts'
export { partRoute } from './uploads/part-route.ts'

/**
 * What has to be done now and then: abandoned uploads, samples, trash and imports whose time is over, files that
 * nothing names any more, counts to add up, texts to fold anew.
 */
export async function sweepLibrary(library: Library): Promise<void> {
  await collectAbandonedUploads(library)
  await deleteExpired(library)
  await emptyTrash(library)
  await forgetOldImports(library)
  await enqueueDueRemovals(library)
  await forgetFormer(library)
  await addUpContentCounts(library.db)
  await refreshSearchTexts(library)
}
