import { type TextTrack, vttSegment } from '@kinora/media'
import type { Queryable } from '../../../platform/database/database.ts'
import { byteCache } from '../../delivery/index.ts'
import { publishedTrack } from './playable-video.ts'
import type { SubtitleSegment } from './subtitle-outputs.ts'

const MAX_BYTES = 16 * 1024 ** 2
/** Of all tracks that are held; a film has 1,500. */
const MAX_CUES = 150_000

export interface SubtitleMemory {
  /** A segment as WebVTT; null where its subtitle is not published any more. */
  read(segment: SubtitleSegment): Promise<Buffer | null>
}

/** Segments of subtitles, written when they are asked for. A version never changes, so nothing here gets stale. */
export function subtitleMemory(db: Queryable): SubtitleMemory {
  const written = byteCache(MAX_BYTES)
  const tracks = new Map<string, { readonly track: Promise<TextTrack | null>; cues: number }>()

  async function trackOf(versionId: string): Promise<TextTrack | null> {
    const held = tracks.get(versionId) ?? { track: publishedTrack(db, versionId), cues: 0 }
    tracks.delete(versionId)
    tracks.set(versionId, held)
    try {
      const track = await held.track
      if (track === null) tracks.delete(versionId)
      else held.cues = track.cues.length
      makeRoom()
      return track
    } catch (error) {
      tracks.delete(versionId)
      throw error
    }
  }

  /** The ones asked for longest ago go; the newest stays, however long. */
  function makeRoom(): void {
    let cues = 0
    for (const held of tracks.values()) cues += held.cues
    for (const [versionId, held] of tracks) {
      if (tracks.size === 1 || cues <= MAX_CUES) return
      tracks.delete(versionId)
      cues -= held.cues
    }
  }

  return {
    async read({ outputId, versionId, number, stretch }) {
      const key = `${outputId} ${number}`
      const found = written.get(key)
      if (found !== undefined) return found
      const track = await trackOf(versionId)
      if (track === null) return null
      const body = Buffer.from(vttSegment(track, stretch))
      written.set(key, body)
      return body
    },
  }
}
