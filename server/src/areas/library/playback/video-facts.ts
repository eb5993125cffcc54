import type { PlaybackPolicy, PlaybackRestrictions } from '@kinora/contract'
import { fps } from '@kinora/media'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { createPlaybackToken } from '../../delivery/index.ts'
import { posterUrl } from '../contents/content-view.ts'
import { contents } from '../contents/tables.ts'
import { isVisible, type VideoScope } from '../contents/visibility.ts'
import type { Library } from '../library.ts'

/** Facts of a video for other areas. */
export interface VideoFacts {
  readonly id: string
  readonly title: string
  /** Null while unknown. */
  readonly durationS: number | null
  /** Frame rate of the source. Null while unknown. */
  readonly frameRate: number | null
  readonly playbackId: string
  readonly playbackPolicy: PlaybackPolicy
  readonly playbackRestrictions: PlaybackRestrictions
  /** URL of the poster; null before there is one. */
  readonly posterUrl: string | null
}

/** Facts of videos by ID. Omits videos that do not exist, are in the trash, or are hidden by the caller's role. */
export async function getVideoFacts(
  library: Pick<Library, 'db' | 'playbackKey'>,
  scope: VideoScope,
  ids: readonly string[],
  origin: string,
): Promise<Map<string, VideoFacts>> {
  if (ids.length === 0) return new Map()
  const { environmentId } = scope
  const isWanted = and(
    eq(contents.environmentId, environmentId),
    inArray(contents.id, [...ids]),
    isNull(contents.trashedAt),
    isVisible(scope),
  )
  const rows = await library.db.select().from(contents).where(isWanted)
  const facts = rows.map(async (row): Promise<VideoFacts> => {
    const { id, title, durationS, playbackId, playbackPolicy, playbackRestrictions } = row
    const poster = posterUrl(row, origin, await createPlaybackToken(library, row))
    const video = row.analysis?.source.video ?? null
    const frameRate = video && fps(video.frameRate)
    const own = { id, title, durationS, frameRate, playbackId, playbackPolicy, playbackRestrictions }
    return { ...own, posterUrl: poster }
  })
  return new Map((await Promise.all(facts)).map((each) => [each.id, each]))
}

/** Playback ID, policy and loudness of a video. */
export interface OwnPlayback {
  readonly playbackId: string
  readonly title: string
  readonly tags: readonly string[]
  /** Target loudness in LUFS. Null if the audio keeps the loudness of the source. */
  readonly loudness: number | null
}

/** The video's own playback. Null if it does not exist or is in the trash. */
export async function getOwnPlayback(
  db: Queryable,
  environmentId: string,
  id: string,
): Promise<OwnPlayback | null> {
  const isIt = and(eq(contents.environmentId, environmentId), eq(contents.id, id), isNull(contents.trashedAt))
  const { playbackId, profile, title, tags } = contents
  const [row] = await db.select({ playbackId, profile, title, tags }).from(contents).where(isIt)
  if (row === undefined) return null
  const { profile: used, ...own } = row
  return { ...own, loudness: used?.settings.audio.loudness ?? null }
}
