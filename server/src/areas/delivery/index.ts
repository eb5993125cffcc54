import type { HttpServer } from '../../platform/http/server.ts'
import type { Library } from '../library/index.ts'
import { downloadRoutes } from './downloads/download-routes.ts'
import { frameDrawer } from './images/frames.ts'
import { imageRoutes } from './images/image-routes.ts'
import { embedRoutes } from './pages/embed-routes.ts'
import { playRoutes } from './playback/play-routes.ts'
import { playbackTokens } from './playback/playback-tokens.ts'
import { cachePlaybacks } from './playback/playbacks.ts'
import { segmentMemory } from './playback/segment-memory.ts'
import { subtitleMemory } from './subtitles/subtitle-memory.ts'

/**
 * Everything that viewers ask for.
 * @param playerFolder the built player
 */
export async function deliveryRoutes(
  server: HttpServer,
  library: Library,
  playerFolder: string,
): Promise<void> {
  const { db, bus, clock, playbackKey } = library
  const playbacks = cachePlaybacks(db, bus, clock, playbackTokens(db, playbackKey, bus, clock))
  const memory = segmentMemory(library.storage)
  server.open('/play/')
  playRoutes(server, library, playbacks, memory, subtitleMemory(db))
  server.open('/image/')
  imageRoutes(server, library, playbacks, frameDrawer(library, memory))
  downloadRoutes(server, library)
  await embedRoutes(server, playbacks, playerFolder, library.config)
}
