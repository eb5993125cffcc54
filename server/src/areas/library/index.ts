import { addUpContentCounts } from './content-counts.ts'
import { forgetOldImports } from './imports.ts'
import type { Library } from './library.ts'
import { forgetFormer } from './reencoding.ts'
import { enqueueDueRemovals } from './removals.ts'
import { deleteExpired } from './samples.ts'
import { refreshSearchTexts } from './search-text.ts'
import { emptyTrash } from './trash.ts'
import { collectAbandonedUploads } from './uploads.ts'

export { archiveOf } from './archive.ts'
export { drawnVersion, posterVersion } from './content-view.ts'
export { type FileTicket, linkedFile, openTicket } from './download-links.ts'
export type { PlayableRendition } from './encoding-tables.ts'
export { type Frame, type GifAsked, gifFrame, type StillAsked, stillFrame } from './frames.ts'
export { libraryJobs } from './jobs.ts'
export {
  fittedPicture,
  type KeptPicture,
  keptPicture,
  type PictureAsked,
} from './kept-pictures.ts'
export { downloadKey, drawnKey, initKey, keptKey, segmentKey, segmentName } from './keys.ts'
export type { Library } from './library.ts'
export { assertMp4IsComing, requestMp4 } from './mp4-requests.ts'
export { partRoute } from './part-route.ts'
export {
  type FormerRenditions,
  type PlayableSubtitle,
  type Playback,
  playbackOf,
  publishedTrack,
} from './playback.ts'
export { isRestricted } from './restrictions.ts'
export { libraryRoutes } from './routes.ts'
export { forgetPrivateViews } from './saved-views.ts'
export { openWorkFolder } from './work-folder.ts'

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
