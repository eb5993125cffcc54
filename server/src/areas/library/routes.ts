import type { HttpServer } from '../../platform/http/server.ts'
import { audioTrackRoutes } from './audio/routes.ts'
import { clipRoutes } from './clips/routes.ts'
import { contentRoutes } from './contents/routes.ts'
import { downloadRoutes } from './downloads/routes.ts'
import { encodingProfileRoutes } from './encoding-profiles/routes.ts'
import { collectionRoutes } from './folders/routes.ts'
import { thumbnailRoutes } from './frames/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { retryRoutes } from './ingest/routes.ts'
import type { Library } from './library.ts'
import { playbackIdRoutes } from './playback/routes.ts'
import { workQueueRoutes } from './queue/routes.ts'
import { reencodeRoutes } from './reencode/routes.ts'
import { replacementRoutes } from './replace/routes.ts'
import { savedViewRoutes } from './saved-views/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { socialClipRoutes } from './social-clips/routes.ts'
import { subtitleRoutes } from './subtitles/routes.ts'
import { trashRoutes } from './trash/routes.ts'
import { uploadHandlers } from './upload-handlers.ts'
import { uploadRoutes } from './uploads/routes.ts'

const features = [
  audioTrackRoutes,
  clipRoutes,
  contentRoutes,
  downloadRoutes,
  encodingProfileRoutes,
  collectionRoutes,
  thumbnailRoutes,
  importRoutes,
  retryRoutes,
  playbackIdRoutes,
  workQueueRoutes,
  reencodeRoutes,
  replacementRoutes,
  savedViewRoutes,
  searchRoutes,
  socialClipRoutes,
  subtitleRoutes,
  trashRoutes,
]

export function libraryRoutes(server: HttpServer, library: Library): void {
  for (const register of features) register(server, library)
  uploadRoutes(server, library, uploadHandlers)
}
