/** A cache of buffers with at most `maxBytes`. Evicts the least recently used. */
export interface ByteCache {
  get(key: string): Buffer | undefined
  /** Ignores buffers larger than an eighth of the cache. */
  set(key: string, body: Buffer): void
}

export function byteCache(maxBytes: number): ByteCache {
  const cache = new Map<string, Buffer>()
  let bytes = 0
  return {
    get(key) {
      const found = cache.get(key)
      if (found !== undefined) {
        cache.delete(key)
        cache.set(key, found)
      }
      return found
    },
    set(key, body) {
      if (body.length > maxBytes / 8 || cache.has(key)) return
      cache.set(key, body)
      bytes += body.length
      for (const [oldest, old] of cache) {
        if (bytes <= maxBytes) break
        cache.delete(oldest)
        bytes -= old.length
      }
    },
  }
}
