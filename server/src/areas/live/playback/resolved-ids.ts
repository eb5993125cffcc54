/** The playback IDs that viewers asked for, by stream: what a change of a stream changes. */
export interface ResolvedIds {
  add(streamId: string, playbackId: string): void
  of(streamId: string): Iterable<string>
}

/** Those that were asked for first are forgotten. Viewers of their streams learn of changes some seconds later. */
const MAX_STREAMS = 5000

export function createResolvedIds(maxStreams = MAX_STREAMS): ResolvedIds {
  const byStream = new Map<string, Set<string>>()
  return {
    add(streamId, playbackId) {
      const known = byStream.get(streamId) ?? new Set()
      byStream.delete(streamId)
      byStream.set(streamId, known.add(playbackId))
      const [oldest] = byStream.keys()
      if (byStream.size > maxStreams && oldest !== undefined) byStream.delete(oldest)
    },
    of: (streamId) => byStream.get(streamId) ?? [],
  }
}
