/** Resolved playback IDs by stream, to find the playbacks that a change of the stream affects. */
export interface ResolvedIds {
  add(streamId: string, playbackId: string): void
  of(streamId: string): Iterable<string>
}

/** Limit of streams. The least recently resolved ones are dropped: their viewers see changes some seconds later. */
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
