import { type TextTrack, vttSegment } from '@kinora/media'
import type { Queryable } from '../../../platform/database/database.ts'
import { byteCache } from '../../delivery/index.ts'
import { getPublishedTrack } from './playable-video.ts'
import type { SubtitleSegment } from './subtitle-outputs.ts'

const MAX_BYTES = 16 * 1024 ** 2
/** Of all cached tracks; a film has about 1,500. */
const MAX_CUES = 150_000

export interface SubtitleMemory {
  /** A segment as WebVTT; null if its subtitle is no longer published. */
  read(segment: SubtitleSegment): Promise<Buffer | null>
}

/** Segments of subtitles, written on request. A version never changes, so the cache never gets stale. */
export function subtitleMemory(db: Queryable): SubtitleMemory {
  const written = byteCache(MAX_BYTES)
  const tracks = new Map<string, { readonly track: Promise<TextTrack | null>; cues: number }>()

  async function loadTrack(versionId: string): Promise<TextTrack | null> {
    const entry = tracks.get(versionId) ?? { track: getPublishedTrack(db, versionId), cues: 0 }
    tracks.delete(versionId)
    tracks.set(versionId, entry)
    try {
      const track = await entry.track
      if (track === null) tracks.delete(versionId)
      else entry.cues = track.cues.length
      evictOldest()
      return track
    } catch (error) {
      tracks.delete(versionId)
      throw error
    }
  }

  /** Evicts the least recently used tracks; the newest stays at any length. */
  function evictOldest(): void {
    let cues = 0
    for (const entry of tracks.values()) cues += entry.cues
    for (const [versionId, entry] of tracks) {
      if (tracks.size === 1 || cues <= MAX_CUES) return
      tracks.delete(versionId)
      cues -= entry.cues
    }
  }

  return {
    async read({ outputId, versionId, number, stretch }) {
      const key = `${outputId} ${number}`
      const found = written.get(key)
      if (found !== undefined) return found
      const track = await loadTrack(versionId)
      if (track === null) return null
      const body = Buffer.from(vttSegment(track, stretch))
      written.set(key, body)
      return body
    },
  }
}
