import type { LatencyMode, PlaybackPolicy, PlaybackRestrictions, StreamState } from '@kinora/contract'
import { type LiveWindow, scaledImageArgs } from '@kinora/media'
import { INPUT_NAME, runOnBytes } from '../../../platform/ffmpeg/index.ts'
import { imageLimits } from '../../../platform/ffmpeg/limits.ts'
import {
  cacheRules,
  type FileAnswer,
  PLAYLIST_NAME,
  type Playback,
  playlistFile,
  type Streams,
  type Viewer,
} from '../../delivery/index.ts'
import { mustWait, readBlocking } from './blocking.ts'
import type { Renderer } from './live-scenes.ts'
import { sceneAnswer, scenesOf, storedKey } from './live-scenes.ts'
import type { Mirror } from './mirror.ts'

/** Settings of a live stream for playback through one of its playback IDs. */
export interface LivePlaybackSettings {
  readonly playbackId: string
  readonly environmentId: string
  readonly streamId: string
  readonly customPlaybackId: string | null
  readonly partner: string
  readonly name: string
  readonly policy: PlaybackPolicy
  readonly restrictions: PlaybackRestrictions
  readonly createdAt: Date
  readonly latency: LatencyMode
  /** State while the stream is not on air. Delivery answers requests with the problem of this state. */
  readonly offAirState: Exclude<StreamState, 'on-air' | 'recording'>
  readonly startsAt: Date | null
  /** Whether a session is open, possibly without a node. */
  readonly isRunning: boolean
}

/** Playback of a live stream. */
export interface LivePlayback extends Playback {
  /** Window of the latest segments. Null if the stream cannot be played, or plays its last recording. */
  readonly window: LiveWindow | null
}

type FileRequest = Parameters<Playback['file']>[0]

const MP4 = 'video/mp4'
/** Time to wait for a file: longer than a segment. Players retry after it. */
const WAIT_MS = 6000
const STILL_WIDTH = 640
const PLAYBACK_BYTES = 4000

/** @param mirror null while the stream is not running
 * @param onViewer called for each request with the identity of its viewer */
export function livePlayback(
  live: Renderer,
  settings: LivePlaybackSettings,
  mirror: Mirror | null,
  onViewer: (viewer: string) => void = () => undefined,
): LivePlayback {
  const { playbackId, environmentId, name: title, policy, restrictions, createdAt } = settings
  const window = mirror?.window() ?? null
  const isEnded = mirror?.isEnded() ?? false
  // New viewers cannot join a stream that has ended. Current viewers play the remaining segments.
  const streams = window?.isPlayable() && !isEnded ? streamsOf(window, settings.latency) : noStreams
  const [top] = streams.video.slice(-1)
  return {
    playbackId,
    environmentId,
    policy,
    restrictions,
    streams,
    window: streams === noStreams ? null : window,
    subject: {
      kind: 'live',
      id: settings.streamId,
      customPlaybackId: settings.customPlaybackId,
      partner: settings.partner,
      isTest: false,
    },
    page: {
      title,
      description: '',
      publishedAt: createdAt,
      durationS: null,
      display: top === undefined ? null : { width: top.width, height: top.height },
      state: streams === noStreams ? 'not-ready' : 'ready',
      live: isEnded ? 'ended' : streams === noStreams ? settings.offAirState : 'on-air',
      startsAt: settings.startsAt,
      posterVersion: null,
      storyboard: null,
      waveformVersion: null,
    },
    memoryBytes: PLAYBACK_BYTES,
    sharedPlaylist: (outputId) => sharedPlaylist(window, outputId, false),
    async file(request) {
      onViewer(viewerOf(request.viewer))
      // `pending`, because players give up after a 404.
      if (window === null && settings.isRunning) return { kind: 'pending', waitMs: WAIT_MS }
      return mirror && liveFile(mirror, request)
    },
    image: async (request) => {
      if (mirror === null || window === null) return null
      return request.kind === 'storyboard'
        ? sceneAnswer(live, mirror, window, request.version)
        : stillAnswer(live, window, request)
    },
    scenes: (urlOf) => window && scenesOf(window, urlOf),
    download: async () => null,
  }
}

/** Identity of a viewer, for counting. */
export function viewerOf({ address, userAgent }: Viewer): string {
  return `${address} ${userAgent}`
}

const noStreams: Streams = { video: [], audio: [], subtitles: [], audioIsRung: false }

function streamsOf(window: LiveWindow, latency: LivePlaybackSettings['latency']): Streams {
  const all = window.renditions()
  return {
    video: all
      .flatMap(({ id: outputId, facts, bandwidth, frameRate }) =>
        facts.kind === 'video' ? [{ outputId, ...facts, bandwidth, frameRate }] : [],
      )
      .sort((a, b) => a.height - b.height),
    audio: all.flatMap(({ id: outputId, facts: { kind, ...facts }, bandwidth }) =>
      kind === 'audio' && 'channels' in facts
        ? [
            {
              outputId,
              ...facts,
              bandwidth,
              name: 'Audio',
              language: null,
              role: 'main' as const,
              isDefault: true,
            },
          ]
        : [],
    ),
    subtitles: [],
    audioIsRung: false,
    latency,
  }
}

function sharedPlaylist(window: LiveWindow | null, outputId: string, skip: boolean) {
  const text = window?.playlist(outputId, skip) ?? null
  return text === null ? null : playlistFile(text, cacheRules.seconds)
}

/** A playlist, segment or part of a running stream, or of one that has just ended. */
export function liveFile(mirror: Mirror, { outputId, name, query }: FileRequest): FileAnswer | null {
  const window = mirror.window()
  if (window === null) return null
  if (name === PLAYLIST_NAME) return playlistAnswer(window, outputId, query)
  const file = window.file(outputId, name)
  if (file?.kind === 'stored') return storedAnswer(mirror, outputId, file, name)
  if (file === null) return null
  if (file.kind === 'pending') return { kind: 'pending', waitMs: WAIT_MS }
  const body = Buffer.concat(file.bytes)
  const { durationS } = file
  return { kind: 'bytes', body, type: MP4, cache: cacheRules.forever, etag: `${outputId}-${name}`, durationS }
}

/** A segment that is no longer in memory. */
function storedAnswer(
  mirror: Mirror,
  outputId: string,
  { msn, durationS }: { readonly msn: number; readonly durationS: number },
  name: string,
): FileAnswer | null {
  const key = storedKey(mirror, outputId, msn)
  if (key === null) return null
  return {
    kind: 'segment',
    key,
    type: MP4,
    cache: cacheRules.forever,
    etag: `${outputId}-${name}`,
    durationS,
  }
}

type ImageRequest = Parameters<Playback['image']>[0]

/** Still image of the current moment. Other times are not available, because memory has only seconds of segments. */
function stillAnswer(
  { ffmpeg, workFolder }: Renderer,
  window: LiveWindow,
  request: ImageRequest,
): FileAnswer | null {
  if (request.kind !== 'thumbnail' || request.timeS !== null) return null
  const { format, width, height, fitMode, version } = request
  // `<rendition>` or `<rendition>.<anything>`. The suffix lets clients bypass caches.
  const rendition = window.renditions().find(({ id }) => version?.split('.')[0] === id)?.id
  const still = window.still(width ?? STILL_WIDTH, rendition)
  if (still === null) return null
  const output = `still.${format}`
  const args = scaledImageArgs(
    { path: INPUT_NAME, demuxer: 'mov' },
    { width: still.width, height: still.height },
    { width, height, fitMode, format },
    output,
  )
  return {
    kind: 'rendered',
    type: `image/${format === 'jpg' ? 'jpeg' : format}`,
    cache: cacheRules.seconds,
    image: {
      identity: JSON.stringify([still.id, { format, width, height, fitMode }]),
      render: () =>
        runOnBytes(ffmpeg, workFolder, Buffer.concat(still.bytes), { args, output, limits: imageLimits }),
    },
  }
}

/** A media playlist, with blocking reloads and delta updates (RFC 8216bis 6.2.5). @throws problem request-invalid */
function playlistAnswer(window: LiveWindow, outputId: string, query: URLSearchParams): FileAnswer | null {
  const { msn, part } = readBlocking(query)
  const skip = query.get('_HLS_skip')
  if (msn !== null) {
    const reach = window.reaches(outputId, msn, part)
    if (mustWait(reach)) return { kind: 'pending', waitMs: WAIT_MS }
  }
  const playlist = sharedPlaylist(window, outputId, skip === 'YES' || skip === 'v2')
  return playlist && { kind: 'playlist', playlist }
}
