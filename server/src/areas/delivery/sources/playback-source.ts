import type { fitModes, imageFormats, PlaybackPolicy, PlaybackRestrictions } from '@kinora/contract'
import type { AudioRendition, Storyboard, SubtitleRendition, VideoRendition } from '@kinora/media'
import type { FileAnswer } from './file-answer.ts'
import type { PlaylistFile } from './playlist-file.ts'

/** An area that has something to play. Delivery knows nothing else of it. */
export interface PlaybackSource<P extends Playback = Playback> {
  /**
   * The playback behind a public id; null where this source has none, or it may not be known of any more.
   * @param previous what this source answered last for the id, so that it reads only what is new
   */
  resolve(playbackId: string, previous: P | null): Promise<P | null>
  /** Reports changes from now on. Delivery calls it once. */
  subscribe(changes: PlaybackChanges): void
}

export interface PlaybackChanges {
  /** Delivery resolves the id again when it is next asked for. Null means that any id may have changed. */
  changed(playbackId: string | null): void
  /** A file that was pending may be there now. What `resolve` answered still holds. */
  grew(playbackId: string): void
}

/**
 * Something that can be played, under one of its public ids. Delivery has checked policy, restrictions and token before
 * it asks for a file, a session, an image or a download. Where one of these is null there is no such thing (404).
 */
export interface Playback {
  readonly playbackId: string
  readonly environmentId: string
  readonly policy: PlaybackPolicy
  readonly restrictions: PlaybackRestrictions
  readonly page: PageFacts
  /** What the multivariant playlist names. Without video and audio there is none yet. */
  readonly streams: Streams
  /** About what this takes in memory, with its shared playlists. */
  readonly memoryBytes: number
  /** The media playlist of an output as it is now, from memory and the same for all viewers; null for any other. */
  sharedPlaylist(outputId: string): PlaylistFile | null
  /** Any file below the id, playlists with parameters or of a session included. */
  file(request: FileRequest): Promise<FileAnswer | null>
  image(request: ImageRequest): Promise<FileAnswer | null>
  /** The whole as one file. Resolves to pending if the file is not complete when `signal` ends the wait. */
  download(name: string, signal: AbortSignal): Promise<FileAnswer | null>
  /**
   * Set where each viewer gets playlists of their own. Called for each request of the multivariant playlist; answers
   * the session's id (A–Z, a–z, 0–9, - and _), which delivery signs and puts into the addresses below the playback id.
   */
  openSession?(request: SessionRequest): Promise<string>
}

/** What the embed page, the watch page and oEmbed show. */
export interface PageFacts {
  readonly title: string
  readonly description: string
  readonly publishedAt: Date
  /** Null where the end is not known, such as live. */
  readonly durationS: number | null
  /** In pixels as a person sees it; null for audio alone. */
  readonly display: { readonly width: number; readonly height: number } | null
  readonly state: 'ready' | 'not-ready' | 'failed'
  /** Of the poster: a new poster has another version. Null where there is none. */
  readonly posterVersion: string | null
  readonly storyboard: { readonly layout: Storyboard; readonly version: string } | null
}

type Stream<T> = Omit<T, 'uri'> & { readonly outputId: string }

/** Renditions, audio tracks and subtitles that new viewers get, in the order of the playlist. */
export interface Streams {
  readonly video: readonly Stream<VideoRendition>[]
  readonly audio: readonly Stream<AudioRendition>[]
  readonly subtitles: readonly Stream<SubtitleRendition>[]
  /** Audio alone is offered for lines that are too slow for any video. */
  readonly audioIsRung: boolean
}

export interface Viewer {
  readonly address: string
  readonly userAgent: string
}

export interface SessionRequest {
  /** As the viewer's address has it, without the token. */
  readonly query: URLSearchParams
  readonly viewer: Viewer
}

export interface FileRequest extends SessionRequest {
  readonly outputId: string
  /** `index.m3u8`, `init.mp4`, a segment, a part. */
  readonly name: string
  /** The session whose path was asked for; null outside of sessions. */
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
