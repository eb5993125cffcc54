import type { PlaybackSource } from '../../delivery/index.ts'
import { contentChannel } from '../contents/notify.ts'
import type { Library } from '../library.ts'
import { getPlayableVideo } from '../playable/playable-video.ts'
import { subtitleMemory } from './subtitle-memory.ts'
import { type VideoPlayback, videoPlayback } from './video-playback.ts'

/**
 * The playback source for videos. Reuses the previous version of a growing video, which then costs only its new
 * segments.
 */
export function videoSource(library: Library): PlaybackSource<VideoPlayback> {
  const subtitles = subtitleMemory(library)
  return {
    async resolve(playbackId, previous) {
      const video = await getPlayableVideo(library.db, playbackId, previous?.timelines)
      return video && videoPlayback(library, subtitles, video, previous)
    },
    subscribe({ changed }) {
      library.bus.subscribe(contentChannel, (playbackIds) => {
        if (playbackIds === '') changed(null)
        else for (const playbackId of playbackIds.split(',')) changed(playbackId)
      })
    },
  }
}
