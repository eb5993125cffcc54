import type {
  fitModes,
  imageFormats,
  LatencyMode,
  PlaybackPolicy,
  PlaybackRestrictions,
  StreamState,
} from '@kinora/contract'
import type { AudioRendition, Storyboard, SubtitleRendition, VideoRendition } from '@kinora/media'
import type { FileAnswer } from './file-answer.ts'
import type { PlaylistFile } from './playlist-file.ts'

/** An area with something to play. Delivery knows nothing else about it. */
export interface PlaybackSource<P extends Playback = Playback> {
  /** The playback of a public ID. Null if this source has none or must not show it any more.
   * @param previous this source's last result for the ID, so that it can read only changes */
  resolve(playbackId: string, previous: P | null): Promise<P | null>
  /** Reports changes from now on. Called once by delivery. */
  subscribe(changes: PlaybackChanges): void
}

export interface PlaybackChanges {
  /** Delivery resolves the ID again on the next request. Null means that all IDs may have changed. */
  changed(playbackId: string | null): void
  /** A pending file may now exist. The result of `resolve` is still valid. */
  fileAdded(playbackId: string): void
}

/** Something that can be played, with one of its public IDs. Delivery checks policy, restrictions and token before it
 * requests a file, session, image or download. Null means that it does not exist (404). */
export interface Playback {
  readonly playbackId: string
  readonly environmentId: string
  readonly subject: PlaybackSubject
  readonly policy: PlaybackPolicy
  readonly restrictions: PlaybackRestrictions
  readonly page: PageFacts
  /** Content of the multivariant playlist. There is no playlist without video and audio. */
  readonly streams: Streams
  /** Approximate memory of this object with its shared playlists. */
  readonly memoryBytes: number
  /** The current media playlist of an output, from memory and shared by all viewers. Null if there is none. */
  sharedPlaylist(outputId: string): PlaylistFile | null
  /** Any file below the ID, including playlists with parameters or of a session. */
  file(request: FileRequest): Promise<FileAnswer | null>
  image(request: ImageRequest): Promise<FileAnswer | null>
  /** The storyboard, as WebVTT, of a video that grows: without `page.storyboard`, and with a picture per time.
   * Null if there is none now. @param urlOf URL of the image of kind `storyboard` with this version */
  scenes?(urlOf: (version: string) => string): string | null
  /** The video as one file. Resolves to pending if the file is not complete when `signal` ends the wait. */
  download(name: string, signal: AbortSignal): Promise<FileAnswer | null>
  /** Set if each viewer has separate playlists. Called for each request of the multivariant playlist. Returns the
   * session ID (A–Z, a–z, 0–9, - and _), which delivery signs and adds to the URLs below the playback ID. */
  openSession?(request: SessionRequest): Promise<string>
  /** Content of the multivariant playlist of a session. Default: `streams`. */
  sessionStreams?(sessionId: string): Promise<Streams>
}

/** The object that is played, to which views are counted. */
export interface PlaybackSubject {
  readonly kind: 'video' | 'live'
  /** The ID of the content or of the live stream. */
  readonly id: string
  /** Set if the playback ID is that of a custom URL. */
  readonly customPlaybackId: string | null
  /** The partner of the custom URL. Empty if none. */
  readonly partner: string
  /** A test video, whose playback is not charged. */
  readonly isTest: boolean
}

/** Facts that the embed page, the watch page and oEmbed show. */
export interface PageFacts {
  readonly title: string
  readonly description: string
  readonly publishedAt: Date
  /** Null if the end is unknown, such as live. */
  readonly durationS: number | null
  /** Displayed size in pixels. Null for audio only. */
  readonly display: { readonly width: number; readonly height: number } | null
  readonly state: 'ready' | 'not-ready' | 'failed'
  /** Set for live streams. Players of streams that are not on air wait until they are. */
  readonly live: StreamState | null
  /** When a stream that waits is planned to start. Null if no time is set. */
  readonly startsAt?: Date | null
  /** Changes with each new poster. Null if there is none. */
  readonly posterVersion: string | null
  readonly storyboard: { readonly layout: Storyboard; readonly version: string } | null
  /** Changes with each new waveform. Null if there is none. */
  readonly waveformVersion: string | null
}

type Stream<T> = Omit<T, 'uri'> & { readonly outputId: string }

/** Renditions, audio tracks and subtitles for new viewers, in playlist order. */
export interface Streams {
  readonly video: readonly Stream<VideoRendition>[]
  readonly audio: readonly (Stream<AudioRendition> & {
    /** Sample rate in Hz. */
    readonly sampleRate: number
  })[]
  readonly subtitles: readonly Stream<SubtitleRendition>[]
  /** Offers audio only to connections that are too slow for video. */
  readonly audioIsRung: boolean
  /** Set for live streams, whose playback begins at the live edge: how far behind it viewers want to be. */
  readonly latency?: LatencyMode
}

export interface Viewer {
  readonly address: string
  readonly userAgent: string
  /** `Accept-Language` of the request. */
  readonly acceptLanguage?: string | undefined
  /** `Referer` of the request. */
  readonly referer?: string | undefined
}

export interface SessionRequest {
  /** Query of the URL without the token. */
  readonly query: URLSearchParams
  readonly viewer: Viewer
}

export interface FileRequest extends SessionRequest {
  readonly outputId: string
  /** `index.m3u8`, `init.mp4`, a segment, a part. */
  readonly name: string
  /** Session of the requested path. Null outside sessions. */
  readonly sessionId: string | null
}

type FitMode = (typeof fitModes)[number]
type ImageFormat = (typeof imageFormats)[number]

export type ImageRequest =
  | {
      readonly kind: 'thumbnail'
      readonly format: ImageFormat
      /** Null for the poster. */
      readonly timeS: number | null
      readonly width: number | null
      readonly height: number | null
      readonly fitMode: FitMode
      readonly version: string | null
    }
  | {
      readonly kind: 'stored'
      readonly id: string
      readonly format: 'jpg' | 'gif'
      readonly width: number | null
      readonly height: number | null
    }
  | {
      readonly kind: 'animation'
      readonly startS: number | null
      readonly endS: number | null
      readonly width: number
      readonly frameRate: number
    }
  | { readonly kind: 'storyboard' | 'waveform'; readonly version: string | null }
