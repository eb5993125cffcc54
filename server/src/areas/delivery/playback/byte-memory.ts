/** A cache of buffers with at most `maxBytes`. Evicts the least recently used. */
export interface ByteMemory {
  get(key: string): Buffer | undefined
  /** Ignores buffers larger than an eighth of the cache. */
  set(key: string, body: Buffer): void
}

export function byteMemory(maxBytes: number): ByteMemory {
  const kept = new Map<string, Buffer>()
  let bytes = 0
  return {
    get(key) {
      const found = kept.get(key)
      if (found !== undefined) {
        kept.delete(key)
        kept.set(key, found)
      }
      return found
    },
    set(key, body) {
      if (body.length > maxBytes / 8 || kept.has(key)) return
      kept.set(key, body)
      bytes += body.length
      for (const [oldest, old] of kept) {
        if (bytes <= maxBytes) break
        kept.delete(oldest)
        bytes -= old.length
      }
    },
  }
}
