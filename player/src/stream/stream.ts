import type Hls from 'hls.js'
import type { LivePosition } from '../live/position.ts'
import type { AudioTrack } from '../tracks/audio-choice.ts'

/** Errors that the viewer can act on. */
export type Fault = 'network' | 'missing' | 'media'

interface Quality {
  readonly index: number
  readonly name: string
}

export interface Qualities {
  /** Low to high. */
  readonly levels: readonly Quality[]
  /** Index of the level the viewer chose, -1 for automatic. */
  readonly chosen: number
  readonly playing: number
}

export interface Stream {
  choose(level: number): void
  /** Selects one of the last reported tracks. */
  selectAudio(track: number): void
  /** Uses this token from the next request on. */
  renew(token: string): void
  /** Current playback position in a live stream. Null for videos, and while nothing is loaded. */
  position(): LivePosition | null
  /** The wall-clock time of a media time of a live stream, in ms since 1970. Null if it is not known. */
  dateAt(seconds: number): number | null
  goToEdge(): void
  /** The viewer's speed. Live streams catch up with the live edge only at normal speed. */
  setSpeed(rate: number): void
  /** Loads the playlist. @param startS -1 for the live edge */
  open(startS: number): void
  /** Loads nothing until `open`. */
  halt(): void
  close(): void
}

export interface Listeners {
  onFault(fault: Fault): void
  /** The playlist is that of a live stream. */
  onLive(): void
  /** The playlists are those of one viewer. Returns where a video begins, in seconds, or null if that is known already.
   * @param path URL of their folder @param hls plays them */
  onSession(path: string, hls: Hls): Promise<number> | null
  /** The server refuses something of a live stream. */
  onRefused(): void
  onQualities(qualities: Qualities): void
  /** Available subtitles. The selected one is `showing`. */
  onSubtitles(tracks: readonly TextTrack[]): void
  /** Available audio tracks. Returns the index of the one to play, or -1 for the default of the playlist. */
  onAudioTracks(tracks: readonly AudioTrack[]): number
  /** This track plays. */
  onAudioTrack(track: number): void
}

/** The URL with this token instead of any other. */
export function withToken(address: string, token: string | null): string {
  if (token === null) return address
  const url = new URL(address, location.href)
  url.searchParams.set('token', token)
  return url.href
}
