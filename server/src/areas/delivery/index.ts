import type { HttpServer } from '../../platform/http/server.ts'
import type { Delivery } from './delivery.ts'
import { downloadRoutes } from './downloads/download-routes.ts'
import { imageMemory } from './images/image-memory.ts'
import { imageRoutes } from './images/image-routes.ts'
import { embedRoutes } from './pages/embed-routes.ts'
import { playRoutes } from './playback/play-routes.ts'
import { segmentMemory } from './playback/segment-memory.ts'
import { answerSender } from './playback/send-answer.ts'

export { type Delivery, openDelivery } from './delivery.ts'
export { isOpen } from './playback/access.ts'
export { byteMemory } from './playback/byte-memory.ts'
export { PLAYLIST_NAME } from './playback/multivariant.ts'
export { type CacheRule, cacheRules } from './sources/cache-rules.ts'
export type { DownloadSource } from './sources/download-source.ts'
export type { FileAnswer, RenderedImage } from './sources/file-answer.ts'
export type {
  FileRequest,
  ImageRequest,
  PageFacts,
  Playback,
  PlaybackChanges,
  PlaybackSource,
  Streams,
} from './sources/playback-source.ts'
export { type PlaylistFile, playlistFile } from './sources/playlist-file.ts'

/**
 * Everything that viewers ask for.
 * @param playerFolder the built player
 */
export async function deliveryRoutes(
  server: HttpServer,
  delivery: Delivery,
  playerFolder: string,
): Promise<void> {
  const { storage, clock, playbacks, config } = delivery
  const segments = segmentMemory(storage)
  const send = answerSender({ clock, storage, segments, images: imageMemory(segments) })
  server.open('/play/')
  playRoutes(server, delivery, send)
  server.open('/image/')
  imageRoutes(server, delivery, send)
  downloadRoutes(server, delivery)
  await embedRoutes(server, playbacks, playerFolder, config)
}
