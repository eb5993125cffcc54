import type { HttpServer } from '../../platform/http/server.ts'
import type { Library } from '../library/index.ts'
import { downloadRoutes } from './download-routes.ts'
import { embedRoutes } from './embed-routes.ts'
import { frameDrawer } from './frames.ts'
import { imageRoutes } from './image-routes.ts'
import { playRoutes } from './play-routes.ts'
import { playbackTokens } from './playback-tokens.ts'
import { cachePlaybacks } from './playbacks.ts'
import { segmentMemory } from './segment-memory.ts'
import { subtitleMemory } from './subtitle-memory.ts'

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
