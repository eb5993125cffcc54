import { multivariantPlaylist } from '@kinora/media'
import { cacheRules } from '../sources/cache-rules.ts'
import type { Playback } from '../sources/playback-source.ts'
import { type PlaylistFile, playlistFile } from '../sources/playlist-file.ts'

export const PLAYLIST_NAME = 'index.m3u8'
export const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl'

/** The multivariant playlist. Null while there is nothing to play. Its URLs are relative, so that they work behind
 * any CDN.
 * @param session signed session path of one viewer, or null for the shared playlist */
export function multivariantFile(
  { playbackId, streams }: Pick<Playback, 'playbackId' | 'streams'>,
  session: string | null = null,
): PlaylistFile | null {
  const { video, audio, subtitles, audioIsRung, latency } = streams
  if (video.length === 0 && audio.length === 0) return null
  const base = session === null ? playbackId : `${playbackId}/s/${session}`
  const withUri = <T extends { readonly outputId: string }>(stream: T) => ({
    ...stream,
    uri: `${base}/${stream.outputId}/${PLAYLIST_NAME}`,
  })
  const text = multivariantPlaylist(video.map(withUri), audio.map(withUri), subtitles.map(withUri), {
    audioIsRung,
    latency,
  })
  return playlistFile(text, session === null ? cacheRules.seconds : cacheRules.never)
}
