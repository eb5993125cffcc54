import type { PlaybackPolicy, PlaybackRestrictions } from '@kinora/contract'
import { and, eq, inArray } from 'drizzle-orm'
import { withToken } from '../../../platform/playback-key.ts'
import { createPlaybackToken } from '../../delivery/index.ts'
import type { Live } from '../live.ts'
import { liveStreams } from '../streams/tables.ts'

/** Facts of a live stream for areas that offer streams under playback IDs of their own. */
export interface LiveFacts {
  readonly id: string
  readonly title: string
  readonly tags: readonly string[]
  readonly playbackId: string
  readonly playbackPolicy: PlaybackPolicy
  readonly playbackRestrictions: PlaybackRestrictions
  /** URL of the thumbnail. */
  readonly posterUrl: string
}

/** Facts of the environment's streams with these IDs. Unknown IDs are omitted. @param origin public scheme and host */
export async function getStreamFacts(
  live: Pick<Live, 'db' | 'playbackKey'>,
  environmentId: string,
  ids: readonly string[],
  origin: string,
): Promise<Map<string, LiveFacts>> {
  if (ids.length === 0) return new Map()
  const isWanted = and(eq(liveStreams.environmentId, environmentId), inArray(liveStreams.id, [...ids]))
  const rows = await live.db.select().from(liveStreams).where(isWanted)
  const facts = rows.map(async (row): Promise<[string, LiveFacts]> => {
    const { id, name: title, tags, playbackId, playbackPolicy, playbackRestrictions } = row
    const poster = `${origin}/image/${playbackId}/thumbnail.jpg`
    const posterUrl = withToken(poster, await createPlaybackToken(live, row))
    return [id, { id, title, tags, playbackId, playbackPolicy, playbackRestrictions, posterUrl }]
  })
  return new Map(await Promise.all(facts))
}
