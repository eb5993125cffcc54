import { eq } from 'drizzle-orm'
import type { PlaybackSource } from '../../delivery/index.ts'
import { getOwnPlayback } from '../../library/index.ts'
import type { Ads } from '../ads.ts'
import type { ChannelRow } from '../channels/channels.ts'
import { adChannels } from '../channels/tables.ts'
import { sessionLimit } from '../sessions/session-limit.ts'
import { sessionMemory } from '../sessions/session-memory.ts'
import { type AdPlayback, adPlayback } from './ad-playback.ts'

/** Channels that viewers asked for, to pass on changes of their videos. */
const MAX_KNOWN = 5000

/** The playback source for ad channels: a video under another playback ID, with ads that are decided per session. */
export function adSource(ads: Ads): PlaybackSource<AdPlayback> {
  const known = { sessions: sessionMemory(ads), limit: sessionLimit() }
  /** Playback IDs of channels by that of their video. */
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
      const own = await getOwnPlayback(ads.db, channel.environmentId, channel.contentId)
      if (own === null) return null
      remember(own.playbackId, playbackId)
      const video = await ads.library.resolveVideo(own.playbackId)
      return video && adPlayback(ads, known, { channel, video, loudness: own.loudness }, previous)
    },
    subscribe({ changed }) {
      ads.bus.subscribe('adChannels', (playbackId) => changed(playbackId === '' ? null : playbackId))
      ads.bus.subscribe('contents', (videoIds) => {
        if (videoIds === '') return changed(null)
        for (const videoId of videoIds.split(','))
          for (const playbackId of byVideo.get(videoId) ?? []) changed(playbackId)
      })
    },
  }
}

async function findChannel({ db }: Pick<Ads, 'db'>, playbackId: string): Promise<ChannelRow | null> {
  const [row] = await db.select().from(adChannels).where(eq(adChannels.playbackId, playbackId))
  return row ?? null
}
