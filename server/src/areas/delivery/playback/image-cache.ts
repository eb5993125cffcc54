import { limitConcurrency } from '../../../platform/jobs/slots.ts'
import type { RenderedImage } from '../sources/file-answer.ts'
import { byteCache } from './byte-cache.ts'
import type { SegmentCache } from './segment-cache.ts'

const MAX_RENDERING = 2
const CACHE_BYTES = 32 * 1024 ** 2

export interface ImageCache {
  render(image: RenderedImage): Promise<Buffer>
}

/** Renders images on request and caches them in memory. On disk, requests for ever new sizes could fill the storage.
 * Simultaneous requests for one image share one rendering. */
export function imageCache(segments: SegmentCache): ImageCache {
  const rendering = new Map<string, Promise<Buffer>>()
  const cache = byteCache(CACHE_BYTES)
  const slots = limitConcurrency(MAX_RENDERING)

  return {
    render(image) {
      const { identity } = image
      const found = cache.get(identity)
      if (found !== undefined) return Promise.resolve(found)
      const running = rendering.get(identity)
      if (running !== undefined) return running
      const result = slots(() => image.render(segments.read))
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
