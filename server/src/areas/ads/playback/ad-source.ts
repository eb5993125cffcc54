import { eq } from 'drizzle-orm'
import type { PlaybackSource } from '../../delivery/index.ts'
import { contentChannel } from '../../library/index.ts'
import type { Ads } from '../ads.ts'
import { liveBreaks } from '../breaks/live-breaks.ts'
import { openChannel } from '../channels/channel-addresses.ts'
import type { ChannelRow } from '../channels/channel-row.ts'
import { adChannelChanges } from '../channels/channels.ts'
import { findTarget } from '../channels/stream-facts.ts'
import { adChannels } from '../channels/tables.ts'
import { liveSessions } from '../sessions/live-sessions.ts'
import { breakRetries } from '../sessions/retry-breaks.ts'
import { sessionLimit } from '../sessions/session-limit.ts'
import { sessionMemory } from '../sessions/session-memory.ts'
import { type AdPlayback, adPlayback } from './ad-playback.ts'
import { liveAdPlayback } from './live-ad-playback.ts'

/** Maximum number of channels whose videos are watched for changes. */
const MAX_KNOWN = 5000

/** Playback source of ad channels: videos and live streams under their own playback IDs, with ads that are decided per session. */
export function adSource(ads: Ads): PlaybackSource<AdPlayback> {
  const limit = sessionLimit()
  const sessions = sessionMemory(ads)
  const known = { sessions, limit, retries: breakRetries(ads, sessions) }
  const knownLive = { sessions: liveSessions(ads), limit, breaks: liveBreaks(ads) }
  /** Playback IDs of channels, by the playback ID of their video or live stream. */
  const byVideo = new Map<string, Set<string>>()

  function remember(videoId: string, playbackId: string): void {
    const known = byVideo.get(videoId) ?? new Set()
    byVideo.delete(videoId)
    byVideo.set(videoId, known.add(playbackId))
    const [oldest] = byVideo.keys()
    if (byVideo.size > MAX_KNOWN && oldest !== undefined) byVideo.delete(oldest)
  }

  return {
    async resolve(playbackId, previous) {
      const channel = await findChannel(ads, playbackId)
      if (channel === null || !channel.enabled) return null
      const found = await findTarget(ads, channel)
      if (found === null) return null
      remember(found.playbackId, playbackId)
      const { content, loudness } = found
      if (found.kind === 'live') {
        const stream = await ads.live.resolveStream(found.playbackId)
        if (stream?.window)
          return liveAdPlayback(ads, knownLive, { channel, content, stream, window: stream.window })
        // The stream is off air: it waits, or plays its last recording.
        return stream && adPlayback(ads, known, { channel, content, video: stream, loudness }, previous)
      }
      const video = await ads.library.resolveVideo(found.playbackId)
      return video && adPlayback(ads, known, { channel, content, video, loudness }, previous)
    },
    subscribe({ changed, fileAdded }) {
      ads.bus.subscribe(adChannelChanges, (playbackId) => changed(playbackId === '' ? null : playbackId))
      ads.bus.subscribe(contentChannel, (videoIds) => {
        if (videoIds === '') return changed(null)
        for (const videoId of videoIds.split(','))
          for (const playbackId of byVideo.get(videoId) ?? []) changed(playbackId)
      })
      const each = (then: (playbackId: string) => void) => (streamId: string) => {
        for (const playbackId of byVideo.get(streamId) ?? []) then(playbackId)
      }
      ads.live.observeStreams({
        changed: (streamId) => (streamId === null ? changed(null) : each(changed)(streamId)),
        fileAdded: each(fileAdded),
      })
    },
  }
}

async function findChannel(
  { db, secrets }: Pick<Ads, 'db' | 'secrets'>,
  playbackId: string,
): Promise<ChannelRow | null> {
  const [row] = await db.select().from(adChannels).where(eq(adChannels.playbackId, playbackId))
  return row === undefined ? null : openChannel(secrets, row)
}
