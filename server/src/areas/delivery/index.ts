import { deliveryCalls } from '@kinora/contract'
import { defineArea, openFeatures } from '../../platform/area.ts'
import { installationSecret } from '../../platform/database/installation.ts'
import { type Delivery, openDelivery } from './delivery.ts'
import { features } from './features.gen.ts'
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

export const delivery = defineArea({
  name: 'delivery',
  contract: deliveryCalls,
  async open(platform) {
    const sessionSecret = await installationSecret(platform.db, 'playback-session-secret')
    const opened = openDelivery({ ...platform, sessionSecret })
    return openFeatures(features, opened, {
      offers: { delivery: opened },
      routes: { delivery: (server) => watchRequests(server, opened.deliveries) },
    })
  },
})
