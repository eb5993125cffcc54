import { availableParallelism } from 'node:os'
import { inTurns } from '../../../platform/turns/turns.ts'
import type { RenderedImage } from '../sources/file-answer.ts'
import { byteCache } from './byte-cache.ts'
import type { SegmentCache } from './segment-cache.ts'

/** Images of one environment that are rendered at once: it leaves a processor to others. */
const OF_ONE = Math.max(1, Math.min(2, availableParallelism() - 1))
const MAX_RENDERING = { count: OF_ONE + 1, ofOne: OF_ONE }
const CACHE_BYTES = 32 * 1024 ** 2

export interface ImageCache {
  /** Whether the image is in memory, or is being rendered. */
  has(image: RenderedImage): boolean
  /** @param environmentId the environment whose turn it takes */
  render(image: RenderedImage, environmentId: string): Promise<Buffer>
}

/** Renders images on request and caches them in memory. On disk, requests for ever new sizes could fill the storage.
 * Simultaneous requests for one image share one rendering. */
export function imageCache(segments: SegmentCache): ImageCache {
  const rendering = new Map<string, Promise<Buffer>>()
  const cache = byteCache(CACHE_BYTES)
  const slots = inTurns(MAX_RENDERING)

  return {
    has: ({ identity }) => cache.get(identity) !== undefined || rendering.has(identity),
    render(image, environmentId) {
      const { identity } = image
      const found = cache.get(identity)
      if (found !== undefined) return Promise.resolve(found)
      const running = rendering.get(identity)
      if (running !== undefined) return running
      const result = slots(() => image.render(segments.read), environmentId)
        .then((rendered) => {
          cache.set(identity, rendered)
          return rendered
        })
        .finally(() => rendering.delete(identity))
      rendering.set(identity, result)
      return result
    },
  }
}
