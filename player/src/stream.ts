import Hls, { type ErrorData, Events, type Level, type MediaPlaylist } from 'hls.js'
import type { AudioTrack } from './tracks/audio-choice.ts'
import { textTracksOf } from './tracks/text-tracks.ts'

/** What keeps a video from playing, as far as a viewer can do something about it. */
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
  /** Has this one heard of the tracks that were offered last. */
  selectAudio(track: number): void
  /** From the next request on, with this token. */
  renew(token: string): void
  reload(): void
  close(): void
}

interface Listeners {
  onFault(fault: Fault): void
  onQualities(qualities: Qualities): void
  /** Subtitles there are; the viewer's choice is the one that is `showing`. */
  onSubtitles(tracks: readonly TextTrack[]): void
  /** Tracks of sound there are. Answers which is to be heard, -1 for the one that the playlist says. */
  onAudioTracks(sounds: readonly AudioTrack[]): number
  /** This one is heard. */
  onAudioTrack(track: number): void
}

const MEDIA_RECOVERIES = 2
/** How often a video that may still be in the making is looked at for more qualities. */
const GROWTH_MS = 15_000
const MAX_GROWTH_MS = 120_000
/** What stays buffered when another quality is to come, so that fetching it is never waited for. */
const KEPT_AHEAD_S = 8
/** What stays buffered behind: whoever goes back further gets the chosen quality, not the old one. */
const KEPT_BEHIND_S = 2

/** Plays an HLS address: by hls.js where the browser has Media Source Extensions, else by the browser itself. */
export function openStream(
  video: HTMLVideoElement,
  src: string,
  token: string | null,
  listeners: Listeners,
): Stream {
  return Hls.isSupported()
    ? playWithHls(video, src, token, listeners)
    : playNatively(video, withToken(src, token), listeners)
}

function playWithHls(
  video: HTMLVideoElement,
  src: string,
  firstToken: string | null,
  { onFault, onQualities, onSubtitles, onAudioTracks, onAudioTrack }: Listeners,
): Stream {
  const subtitles = textTracksOf(video, onSubtitles)
  let token = firstToken
  let recoveries = 0
  let renditions = ''
  let closed = false
  let hls = open(0)
  hls.attachMedia(video)
  hls.loadSource(src)
  const follow = () => subtitles.follow(hls)
  video.textTracks.addEventListener('change', follow)

  function open(startPosition: number): Hls {
    // A playlist that grows is no live stream here: it begins at its beginning.
    const opened = new Hls({
      startPosition,
      liveDurationInfinity: false,
      capLevelToPlayerSize: true,
      enableWorker: true,
      renderTextTracksNatively: false,
      enableCEA708Captions: false,
      // Playlists name everything with the token they were asked for with, which may be an older one.
      xhrSetup: (xhr, url) => {
        if (token !== null) xhr.open('GET', withToken(url, token), true)
      },
    })
    subtitles.take(opened)
    const report = () => {
      if (opened === hls) onQualities(qualitiesOf(opened))
    }
    opened.on(Events.MANIFEST_LOADED, (_event, { networkDetails }) => {
      renditions = networkDetails instanceof XMLHttpRequest ? renditionsOf(networkDetails.responseText) : ''
    })
    opened.on(Events.AUDIO_TRACKS_UPDATED, (_event, { audioTracks }) => {
      const wanted = onAudioTracks(audioTracks.map(audioTrackOf))
      // It chooses for itself right after this, unless it is told.
      if (wanted !== -1) opened.audioTrack = wanted
    })
    opened.on(Events.AUDIO_TRACK_SWITCHING, (_event, { id }) => {
      if (opened === hls) onAudioTrack(id)
    })
    opened.on(Events.MANIFEST_PARSED, report)
    opened.on(Events.LEVEL_SWITCHED, report)
    opened.on(Events.ERROR, (_event, data) => {
      if (!data.fatal || opened !== hls) return
      if (data.type === Hls.ErrorTypes.MEDIA_ERROR && recoveries < MEDIA_RECOVERIES) {
        recoveries += 1
        opened.recoverMediaError()
        return
      }
      onFault(faultOf(data))
    })
    return opened
  }

  /** Lets another one that knows the new playlist go on with what is buffered, so that the picture never stops. */
  function takeOver(playing: Hls): void {
    const next = open(video.currentTime)
    next.once(Events.MANIFEST_PARSED, (_event, { audioTracks }) => {
      if (closed || playing !== hls) return next.destroy()
      hls = next
      const chosen = playing.autoLevelEnabled ? undefined : playing.levels[playing.manualLevel]
      next.bandwidthEstimate = playing.bandwidthEstimate
      if (chosen) next.nextLoadLevel = next.levels.findIndex((level) => isAlike(level, chosen))
      next.attachMedia(playing.transferMedia() ?? video)
      playing.destroy()
      next.once(Events.FRAG_BUFFERED, (_event, { frag }) => flushAhead(frag.end))
      onQualities(qualitiesOf(next))
      // Of no tracks at all it says nothing.
      if (audioTracks.length === 0) onAudioTracks([])
    })
    next.on(Events.ERROR, (_event, { fatal }) => {
      if (fatal && next !== hls) next.destroy()
    })
    next.loadSource(src)
  }

  /** What is buffered of other qualities further on, and from `earliest` on, makes room for what is fetched now. */
  function flushAhead(earliest = 0): void {
    flush(Math.max(earliest, video.currentTime + KEPT_AHEAD_S), Number.POSITIVE_INFINITY)
  }

  function flush(startOffset: number, endOffset: number): void {
    if (endOffset > startOffset)
      hls.trigger(Events.BUFFER_FLUSHING, { startOffset, endOffset, type: 'video' })
  }

  // More qualities come while the ladder is made. The longer nothing came, the more seldom it is asked for.
  let pause = GROWTH_MS
  let growth = setTimeout(grow, pause)
  async function grow(): Promise<void> {
    const playing = hls
    const fresh = document.hidden || renditions === '' ? renditions : await fetchRenditions()
    if (closed) return
    pause = fresh === renditions ? Math.min(pause * 1.2, MAX_GROWTH_MS) : GROWTH_MS
    if (fresh !== renditions && playing === hls) takeOver(playing)
    growth = setTimeout(grow, pause)
  }

  function fetchRenditions(): Promise<string> {
    return fetch(withToken(src, token)).then(
      async (answer) => (answer.ok ? renditionsOf(await answer.text()) : renditions),
      () => renditions,
    )
  }

  return {
    choose(level) {
      const isOther = level !== -1 && (level !== hls.currentLevel || level !== hls.loadLevel)
      hls.nextLevel = level
      // hls.js leaves everything as it is where a segment before it is still on its way.
      if (isOther) {
        flushAhead()
        flush(0, video.currentTime - KEPT_BEHIND_S)
      }
      onQualities(qualitiesOf(hls))
    },
    selectAudio(track) {
      hls.audioTrack = track
    },
    renew(next) {
      token = next
    },
    reload() {
      recoveries = 0
      hls.config.startPosition = video.currentTime
      hls.loadSource(src)
      video.play().catch(() => undefined)
    },
    close() {
      closed = true
      clearTimeout(growth)
      video.textTracks.removeEventListener('change', follow)
      hls.destroy()
    },
  }
}

function playNatively(video: HTMLVideoElement, src: string, { onFault, onSubtitles }: Listeners): Stream {
  const failed = () => onFault(video.error?.code === MediaError.MEDIA_ERR_NETWORK ? 'network' : 'missing')
  const report = () => onSubtitles([...video.textTracks].filter(({ kind }) => kind !== 'metadata'))
  video.addEventListener('error', failed)
  video.textTracks.addEventListener('addtrack', report)
  video.textTracks.addEventListener('removetrack', report)
  video.src = src
  return {
    choose() {},
    selectAudio() {},
    // The browser asks by itself, with what its playlist says.
    renew() {},
    reload() {
      video.load()
    },
    close() {
      video.removeEventListener('error', failed)
      video.textTracks.removeEventListener('addtrack', report)
      video.textTracks.removeEventListener('removetrack', report)
      video.removeAttribute('src')
      video.load()
    },
  }
}

/** The address with this token in the place of any other. */
function withToken(address: string, token: string | null): string {
  if (token === null) return address
  const url = new URL(address, location.href)
  url.searchParams.set('token', token)
  return url.href
}

/** What a multivariant playlist offers: its addresses and sounds, without tokens, which change while they lead to the same. */
function renditionsOf(playlist: string): string {
  const renditions = playlist
    .split('\n')
    .filter((line) => (line !== '' && !line.startsWith('#')) || line.startsWith('#EXT-X-MEDIA:TYPE=AUDIO'))
  return renditions.map((offer) => offer.replace(/[?&]token=[^"]*/, '')).join('\n')
}

function audioTrackOf(track: MediaPlaylist): AudioTrack {
  const { name, lang = '', characteristics = '', default: isDefault, autoselect: isAutoselected } = track
  const described = characteristics.includes('public.accessibility.describes-video')
  return { name, language: lang, described, isDefault, isAutoselected }
}

function faultOf({ type, response }: ErrorData): Fault {
  if (type !== Hls.ErrorTypes.NETWORK_ERROR) return 'media'
  return response?.code === 404 || response?.code === 403 ? 'missing' : 'network'
}

/** The sizes of the codec that plays: another one's are the same pictures again. */
function qualitiesOf(hls: Hls): Qualities {
  const playing = hls.levels[hls.loadLevel] ?? hls.levels[hls.firstLevel]
  return {
    levels: hls.levels.flatMap((level, index) =>
      level.codecSet === playing?.codecSet ? [{ index, name: nameOf(level) }] : [],
    ),
    chosen: hls.autoLevelEnabled ? -1 : hls.manualLevel,
    playing: hls.currentLevel,
  }
}

function isAlike(level: Level, other: Level): boolean {
  return level.codecSet === other.codecSet && nameOf(level) === nameOf(other)
}

function nameOf({ width, height }: Level): string {
  return `${Math.min(width, height)}p`
}
