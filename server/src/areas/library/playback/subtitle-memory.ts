import { byteCache } from '../../delivery/index.ts'
import type { Library } from '../library.ts'
import { getPublishedTrack } from '../playable/playable-video.ts'
import { subtitleTask } from '../subtitles/subtitle-task.ts'
import type { StoredTrack } from '../subtitles/subtitle-tasks.ts'
import type { SubtitleSegment } from './subtitle-outputs.ts'

const MAX_BYTES = 16 * 1024 ** 2
/** Limit of all cached tracks. The track of a film has about 200,000 characters. */
const MAX_CHARS = 16_000_000

export interface SubtitleMemory {
  /** A segment as WebVTT; null if its subtitle is no longer published. */
  read(segment: SubtitleSegment): Promise<Buffer | null>
}

/** Segments of subtitles, written on request. A version never changes, so the cache never gets stale. */
export function subtitleMemory({ db, workers }: Pick<Library, 'db' | 'workers'>): SubtitleMemory {
  const written = byteCache(MAX_BYTES)
  const tracks = new Map<string, { readonly track: Promise<StoredTrack | null>; chars: number }>()

  async function loadTrack(versionId: string): Promise<StoredTrack | null> {
    const entry = tracks.get(versionId) ?? { track: getPublishedTrack(db, versionId), chars: 0 }
    tracks.delete(versionId)
    tracks.set(versionId, entry)
    try {
      const track = await entry.track
      if (track === null) tracks.delete(versionId)
      else entry.chars = track.cues.length
      evictOldest()
      return track
    } catch (error) {
      tracks.delete(versionId)
      throw error
    }
  }

  /** Evicts the least recently used tracks; the newest stays at any length. */
  function evictOldest(): void {
    let chars = 0
    for (const entry of tracks.values()) chars += entry.chars
    for (const [versionId, entry] of tracks) {
      if (tracks.size === 1 || chars <= MAX_CHARS) return
      tracks.delete(versionId)
      chars -= entry.chars
    }
  }

  return {
    async read({ outputId, versionId, number, stretch }) {
      const key = `${outputId} ${number}`
      const found = written.get(key)
      if (found !== undefined) return found
      const track = await loadTrack(versionId)
      if (track === null) return null
      const body = Buffer.from(await workers.run(subtitleTask('writeSegment'), { track, stretch }))
      written.set(key, body)
      return body
    },
  }
}
