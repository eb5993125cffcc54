import { libraryCalls } from '@kinora/contract'
import { defineArea } from '../../platform/area.ts'
import { addUpContentCounts } from './contents/content-counts.ts'
import { enqueueDueRemovals } from './files/removals.ts'
import { forgetOldImports as deleteOldImports } from './imports/imports.ts'
import { libraryJobs } from './jobs.ts'
import type { Library } from './library.ts'
import { forgetFormer } from './reencode/reencoding.ts'
import { libraryRoutes } from './routes.ts'
import { privateViewsOfFormerMembers } from './saved-views/saved-views.ts'
import { refreshSearchTexts } from './search/search-text.ts'
import { emptyTrash } from './trash/trash.ts'
import { partRoute } from './uploads/part-route.ts'
import { deleteExpired } from './uploads/samples.ts'
import { collectAbandonedUploads } from './uploads/uploads.ts'

export { drawnVersion, posterVersion } from './contents/content-view.ts'
export { archiveOf } from './downloads/archive.ts'
export { type FileTicket, linkedFile, openTicket } from './downloads/download-links.ts'
export { assertMp4IsComing, requestMp4 } from './downloads/mp4-requests.ts'
export type { PlayableRendition } from './encoding-profiles/tables.ts'
export { downloadKey, drawnKey, initKey, keptKey, segmentKey, segmentName } from './files/storage-keys.ts'
export { type Frame, type GifAsked, gifFrame, type StillAsked, stillFrame } from './images/frames.ts'
export {
  fittedPicture,
  type KeptPicture,
  keptPicture,
  type PictureAsked,
} from './images/kept-pictures.ts'
export type { Library } from './library.ts'
export {
  type FormerRenditions,
  type PlayableSubtitle,
  type Playback,
  playbackOf,
  publishedTrack,
} from './playback/playback.ts'
export { isRestricted } from './playback/restrictions.ts'

export const library = defineArea({
  name: 'library',
  contract: libraryCalls,
  open(platform, { authenticator }) {
    const opened: Library = { ...platform, authenticator }
    const { disk, secret } = platform.parts
    return {
      jobs: libraryJobs(opened),
      sweeps: {
        'library.uploads': () => collectAbandonedUploads(opened),
        'library.expired': () => deleteExpired(opened),
        'library.trash': () => emptyTrash(opened),
        'library.imports': () => deleteOldImports(opened),
        'library.removals': () => enqueueDueRemovals(opened),
        'library.retired-renditions': () => forgetFormer(opened),
        'library.content-counts': () => addUpContentCounts(opened.db),
        'library.search-texts': () => refreshSearchTexts(opened),
      },
      subscriptions: [privateViewsOfFormerMembers],
      routes: {
        web(server) {
          libraryRoutes(server, opened)
          if (disk !== null) partRoute(server, disk, secret)
        },
      },
    }
  },
})
