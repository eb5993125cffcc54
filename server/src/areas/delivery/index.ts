import { join } from 'node:path'
import { deliveryCalls } from '@kinora/contract'
import { defineArea } from '../../platform/area.ts'
import { installationSecret } from '../../platform/database/installation.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { type Delivery, openDelivery } from './delivery.ts'
import { downloadRoutes } from './downloads/download-routes.ts'
import { imageRoutes } from './images/image-routes.ts'
import { embedRoutes } from './pages/embed-routes.ts'
import { playRoutes } from './play-routes.ts'
import { imageCache } from './playback/image-cache.ts'
import { segmentCache } from './playback/segment-cache.ts'
import { answerSender } from './playback/send-answer.ts'
import { watchRequests } from './playback/watch-requests.ts'

export { embedCode } from './pages/embed-code.ts'
export { createPlaybackToken } from './playback/access.ts'
export { byteCache } from './playback/byte-cache.ts'
export type { DeliveredFile } from './playback/deliveries.ts'
export { PLAYLIST_NAME } from './playback/multivariant.ts'
export { type CacheRule, cacheRules } from './sources/cache-rules.ts'
export type { DownloadSource } from './sources/download-source.ts'
export type { FileAnswer, RenderedImage } from './sources/file-answer.ts'
export type {
  ImageRequest,
  PageFacts,
  Playback,
  PlaybackChanges,
  PlaybackSource,
  SessionRequest,
  Streams,
  Viewer,
} from './sources/playback-source.ts'
export { type PlaylistFile, playlistFile } from './sources/playlist-file.ts'

declare module '../../platform/area.ts' {
  interface Offers {
    /** From delivery: registers what areas deliver, finds it by playback ID, and decides about its viewers. */
    readonly delivery: Pick<
      Delivery,
      'register' | 'registerDownloads' | 'authorize' | 'find' | 'observe' | 'sessions'
    >
  }
}

const player = join(import.meta.dirname, '../../../../player/dist')

export const delivery = defineArea({
  name: 'delivery',
  contract: deliveryCalls,
  async open(platform) {
    const sessionSecret = await installationSecret(platform.db, 'playback-session-secret')
    const opened = openDelivery({ ...platform, sessionSecret })
    return {
      offers: { delivery: opened },
      routes: { delivery: (server) => deliveryRoutes(server, opened, player) },
    }
  },
})

/** All routes for viewers.
 * @param playerFolder the built player */
async function deliveryRoutes(server: HttpServer, opened: Delivery, playerFolder: string): Promise<void> {
  const { storage, clock, deliveries } = opened
  const segments = segmentCache(storage)
  const send = answerSender({ clock, storage, segments, images: imageCache(segments), deliveries })
  watchRequests(server, deliveries)
  server.open('/play/')
  playRoutes(server, opened, send)
  server.open('/image/')
  imageRoutes(server, opened, send)
  downloadRoutes(server, opened)
  await embedRoutes(server, opened, playerFolder)
}
