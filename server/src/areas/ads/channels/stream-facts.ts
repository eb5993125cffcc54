import type { AdStreamType } from '@kinora/contract'
import type { Caller } from '../../../platform/auth.ts'
import { getOwnPlayback, getVideoFacts, type VideoFacts } from '../../library/index.ts'
import { getStreamFacts } from '../../live/index.ts'
import type { Ads } from '../ads.ts'
import { type ChannelRow, streamIdOf } from './channel-row.ts'

/** What a channel plays. */
export type StreamFacts = Omit<VideoFacts, 'durationS'> & { readonly type: AdStreamType }

/** Videos and live streams by ID, of those that exist and that the caller's role shows. */
export async function streamFacts(
  ads: Pick<Ads, 'db' | 'playbackKey'>,
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

export type Target =
  /** @property loudness of the video's audio in LUFS; null if it keeps that of its source */
  | { readonly kind: 'video'; readonly playbackId: string; readonly loudness: number | null }
  | { readonly kind: 'live'; readonly playbackId: string }

/** What a channel plays, under its own playback ID. Null if it is gone. */
export async function findTarget(
  ads: Pick<Ads, 'db' | 'playbackKey'>,
  channel: ChannelRow,
): Promise<Target | null> {
  const [id, { environmentId }] = [streamIdOf(channel), channel]
  if (channel.livestreamId === null) {
    const own = await getOwnPlayback(ads.db, environmentId, id)
    return own && { kind: 'video', ...own }
  }
  const stream = (await getStreamFacts(ads, environmentId, [id], '')).get(id)
  return stream ? { kind: 'live', playbackId: stream.playbackId } : null
}
