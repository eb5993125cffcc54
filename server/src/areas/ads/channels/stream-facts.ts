import type { AdStreamType } from '@kinora/contract'
import type { Caller } from '../../../platform/auth.ts'
import type { Platform } from '../../../platform/platform.ts'
import { getOwnPlayback, getVideoFacts, type VideoFacts } from '../../library/index.ts'
import { getStreamFacts } from '../../live/index.ts'
import type { WatchedContent } from './channel-row.ts'
import { type ChannelRow, streamIdOf } from './channel-row.ts'

/** Facts about the video or live stream of a channel. */
export type StreamFacts = Omit<VideoFacts, 'durationS' | 'frameRate'> & { readonly type: AdStreamType }

/** Facts by ID, for videos and live streams that exist and that the caller's role shows. */
export async function streamFacts(
  ads: Pick<Platform, 'db' | 'playbackKey'>,
  scope: Caller['scope'],
  ids: readonly string[],
  origin: string,
): Promise<Map<string, StreamFacts>> {
  const [videos, streams] = await Promise.all([
    getVideoFacts(ads, scope, ids, origin),
    getStreamFacts(ads, scope.environmentId, ids, origin),
  ])
  return new Map<string, StreamFacts>([
    ...[...videos.values()].map((video) => [video.id, { ...video, type: 'video' }] as const),
    ...[...streams.values()].map((stream) => [stream.id, { ...stream, type: 'live' }] as const),
  ])
}

/** Video or live stream that a channel plays, under its own playback ID. */
export interface Target {
  readonly kind: AdStreamType
  readonly playbackId: string
  readonly content: WatchedContent
  /** Loudness of the video's audio in LUFS. Null if it is not normalized. */
  readonly loudness: number | null
}

/** Null if the video or live stream is deleted. */
export async function findTarget(
  ads: Pick<Platform, 'db' | 'playbackKey'>,
  channel: ChannelRow,
): Promise<Target | null> {
  const [id, { environmentId }] = [streamIdOf(channel), channel]
  if (channel.livestreamId === null) {
    const own = await getOwnPlayback(ads.db, environmentId, id)
    if (own === null) return null
    const { playbackId, title, tags, loudness } = own
    return { kind: 'video', playbackId, content: { id, title, tags }, loudness }
  }
  const stream = (await getStreamFacts(ads, environmentId, [id], '')).get(id)
  if (stream === undefined) return null
  const { playbackId, title, tags } = stream
  return { kind: 'live', playbackId, content: { id, title, tags }, loudness: null }
}
