export type FeedListener = (payload: Buffer, atUs: number) => void

/** Streams of the inputs of this process, for inputs that they stand in for. */
export interface Feeds {
  publish(inputId: string, payload: Buffer, atUs: number): void
  /** Returns a function that ends it. */
  listen(inputId: string, listener: FeedListener): () => void
}

export function createFeeds(): Feeds {
  const listeners = new Map<string, Set<FeedListener>>()
  return {
    publish(inputId, payload, atUs) {
      for (const listener of listeners.get(inputId) ?? []) listener(payload, atUs)
    },
    listen(inputId, listener) {
      const known = listeners.get(inputId) ?? new Set()
      listeners.set(inputId, known)
      known.add(listener)
      return () => {
        known.delete(listener)
        if (known.size === 0) listeners.delete(inputId)
      }
    },
  }
}
