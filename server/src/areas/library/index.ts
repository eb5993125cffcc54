import { libraryCalls } from '@kinora/contract'
import { defineArea } from '../../platform/area.ts'
import { addUpContentCounts } from './contents/content-counts.ts'
import { downloadSource } from './downloads/download-answers.ts'
import { enqueueDueRemovals } from './files/removals.ts'
import { deleteOldImports } from './imports/imports.ts'
import { libraryJobs } from './jobs.ts'
import type { Library } from './library.ts'
import { videoSource } from './playback/video-source.ts'
import { forgetFormer } from './reencode/reencoding.ts'
import { libraryRoutes } from './routes.ts'
import { privateViewsOfFormerMembers } from './saved-views/saved-views.ts'
import { refreshSearchTexts } from './search/search-text.ts'
import { emptyTrash } from './trash/trash.ts'
import { partRoute } from './uploads/part-route.ts'
import { deleteExpired } from './uploads/samples.ts'
import { collectAbandonedUploads } from './uploads/uploads.ts'

export const library = defineArea({
  name: 'library',
  contract: libraryCalls,
  open(platform, { authenticator, delivery }) {
    const opened: Library = { ...platform, authenticator }
    delivery.register(videoSource(opened))
    delivery.registerDownloads(downloadSource(opened))
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
