import Hls, { type ErrorData, Events, type Level, type MediaPlaylist } from 'hls.js'
import { type LivePosition, positionOf } from '../live/position.ts'
import { LIVE_DATA_ID, SLATE_CLASS } from '../live/tags.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { AudioTrack } from '../tracks/audio-choice.ts'
import { textTracksOf } from '../tracks/text-tracks.ts'
import { type Fault, type Listeners, type Qualities, type Stream, withToken } from './stream.ts'

const MEDIA_RECOVERIES = 2
/** How often the playlist is checked for new qualities while the video may still be encoded. */
const CHECK_MS = 15_000
const MAX_CHECK_MS = 120_000
/** Buffer ahead that is kept when the quality changes, so that playback does not wait for the download. */
const KEEP_AHEAD_S = 8
/** Buffer behind that is kept. Seeking back further loads the chosen quality. */
const KEEP_BEHIND_S = 2
/** A viewer who has watched less has only begun. */
const BEGINS_S = 1

/** Playback is sped up by so much to get back to the live edge. */
const CATCH_UP_RATE = 1.25
/** Each stall moves the player so far behind the live edge, until it has played so long without one. */
const STALL_S = 0.5
const CALM_MS = 30_000

/** Plays with hls.js, after `open`. @param Player hls.js, or a copy of it with interstitials */
export function playWithHls(
  video: HTMLVideoElement,
  src: string,
  firstToken: string | null,
  { onFault, onLive, onSession, onRefused, onQualities, onSubtitles, onAudioTracks, onAudioTrack }: Listeners,
  Player: typeof Hls,
): Stream {
  const subtitles = textTracksOf(video, onSubtitles)
  let token = firstToken
  let recoveries = 0
  let renditions = ''
  let closed = false
  let isLive = false
  let speed = 1
  let realtime: Realtime | null = null
  /** It has failed once, so HLS plays until the broadcast is over. */
  let isRealtimeOff = typeof RTCPeerConnection === 'undefined'
  let hls = create(0)
  const follow = () => subtitles.follow(hls)
  video.textTracks.addEventListener('change', follow)

  video.addEventListener('seeking', stayBehindEdge)
  video.addEventListener('waiting', stepBack)
  let calm: ReturnType<typeof setTimeout> | undefined

  function create(startPosition: number): Hls {
    // Growing playlists are not live streams: playback starts at the beginning.
    const opened = new Player({
      startPosition,
      // Only the playlist says whether it is a live stream.
      autoStartLoad: false,
      liveDurationInfinity: false,
      capLevelToPlayerSize: true,
      enableWorker: true,
      renderTextTracksNatively: false,
      interstitialAppendInPlace: false,
      enableCEA708Captions: false,
      xhrSetup: (xhr, url) => {
        // URLs in playlists contain the token of the playlist's request, which can be older.
        xhr.open('GET', token === null ? url : withToken(url, token), true)
        const { view } = video.dataset
        // Names the view for the server's log. Other servers would have to allow it first.
        if (view && new URL(url, location.href).origin === location.origin)
          xhr.setRequestHeader('CMCD-Session', `sid="${view}"`)
      },
    })
    subtitles.take(opened)
    const report = () => {
      if (opened === hls) onQualities(qualitiesOf(opened))
    }
    opened.on(Events.MANIFEST_PARSED, (_event, { sessionData, levels }) => {
      const path = sessionPathOf(levels)
      const load = (startS: number) => {
        opened.startLoad(startS)
        if (path !== undefined) holdUntilPlay(opened)
      }
      const wanted = path === undefined ? null : onSession(path, opened)
      const latency = sessionData?.[LIVE_DATA_ID]?.VALUE
      isLive = latency !== undefined
      if (isLive) {
        followLive(opened, latency !== 'standard', speed)
        onLive()
      }
      if (latency === 'realtime' && !isRealtimeOff && opened === hls) void playInRealtime(opened)
      else if (wanted === null || isLive) load(isLive ? -1 : opened.config.startPosition)
      else {
        void wanted.then((startS) => {
          if (opened === hls && !closed) load(startS)
        })
      }
    })
    opened.on(Events.MANIFEST_LOADED, (_event, { networkDetails }) => {
      renditions = networkDetails instanceof XMLHttpRequest ? renditionsOf(networkDetails.responseText) : ''
    })
    opened.on(Events.AUDIO_TRACKS_UPDATED, (_event, { audioTracks }) => {
      const wanted = onAudioTracks(audioTracks.map(audioTrackOf))
      // Otherwise hls.js selects a track right after this event.
      if (wanted !== -1) opened.audioTrack = wanted
    })
    opened.on(Events.AUDIO_TRACK_SWITCHING, (_event, { id }) => {
      if (opened === hls) onAudioTrack(id)
    })
    opened.on(Events.MANIFEST_PARSED, report)
    opened.on(Events.LEVEL_SWITCHED, (_event, { level }) => {
      report()
      // For the figures of the view.
      video.dataset.bitrate = String(opened.levels[level]?.bitrate)
    })
    opened.on(Events.FRAG_CHANGED, (_event, { frag: { programDateTime, start } }) => {
      if (isLive && programDateTime) video.dataset.epoch = String(programDateTime - 1000 * start)
    })
    opened.on(Events.ERROR, (_event, data) => {
      if (opened !== hls) return
      if (!data.fatal) {
        if (isLive && isRefusal(data)) onRefused()
        return
      }
      if (data.type === Hls.ErrorTypes.MEDIA_ERROR && recoveries < MEDIA_RECOVERIES) {
        recoveries += 1
        opened.recoverMediaError()
        return
      }
      onFault(faultOf(data))
    })
    return opened
  }

  /** Loads only playlists until the viewer presses Play: ads count when their segments are delivered. */
  function holdUntilPlay(opened: Hls): void {
    if (!video.paused || video.autoplay || video.played.length > 0) return
    opened.pauseBuffering()
    video.addEventListener('play', () => opened.resumeBuffering(), { once: true })
  }

  /** Plays by WebRTC, or else goes on with the playlist. */
  async function playInRealtime(opened: Hls): Promise<void> {
    opened.detachMedia()
    const playlist = opened.levels[0]?.url[0] ?? null
    const isCurrent = () => opened === hls && !closed && !isRealtimeOff
    const { openRealtime } = await import('../realtime/realtime.ts')
    const made = isCurrent()
      ? await openRealtime(video, {
          src,
          token,
          playlist,
          onLost() {
            leaveRealtime()
            // The stream may be paused or over.
            onRefused()
          },
          onBack: leaveRealtime,
        })
      : null
    if (opened !== hls || closed) {
      made?.close()
      return
    }
    realtime = made
    if (made === null) leaveRealtime()
  }

  /** Continues with the playlist. @param backS behind the live edge */
  function leaveRealtime(backS?: number): void {
    const wantsPlay = !video.paused || video.autoplay
    isRealtimeOff = true
    realtime?.close()
    realtime = null
    hls.attachMedia(video)
    if (backS !== undefined) {
      hls.once(Events.LEVEL_LOADED, (_event, { details }) => {
        video.currentTime = Math.max(details.fragmentStart, details.edge - backS)
      })
    }
    hls.startLoad(-1)
    if (wantsPlay) video.play().catch(() => undefined)
  }

  function closeRealtime(): void {
    realtime?.close()
    realtime = null
  }

  /** Replaces the hls.js instance by one with the new playlist, which takes over the buffer, so that playback
   * continues. */
  function replaceInstance(playing: Hls): void {
    const next = create(video.currentTime)
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
      // hls.js sends no event if there are no tracks.
      if (audioTracks.length === 0) onAudioTracks([])
    })
    next.on(Events.ERROR, (_event, { fatal }) => {
      if (fatal && next !== hls) next.destroy()
    })
    next.loadSource(src)
  }

  /** Removes buffered video further ahead, and from `earliest` on, so that it is loaded in the current quality. */
  function flushAhead(earliest = 0): void {
    flush(Math.max(earliest, video.currentTime + KEEP_AHEAD_S), Number.POSITIVE_INFINITY)
  }

  function flush(startOffset: number, endOffset: number): void {
    if (endOffset > startOffset)
      hls.trigger(Events.BUFFER_FLUSHING, { startOffset, endOffset, type: 'video' })
  }

  // New qualities appear while the ladder is encoded. The interval grows while nothing changes.
  let pause = CHECK_MS
  let checkTimer = setTimeout(checkForQualities, pause)
  async function checkForQualities(): Promise<void> {
    const playing = hls
    const isComplete = document.hidden || isLive || renditions === ''
    const fresh = isComplete ? renditions : await fetchRenditions()
    if (closed) return
    pause = fresh === renditions ? Math.min(pause * 1.2, MAX_CHECK_MS) : CHECK_MS
    if (fresh !== renditions && playing === hls) replaceInstance(playing)
    checkTimer = setTimeout(checkForQualities, pause)
  }

  function fetchRenditions(): Promise<string> {
    return fetch(withToken(src, token)).then(
      async (answer) => {
        const playlist = answer.ok ? await answer.text() : null
        // A stream that begins does not interrupt its earlier recording.
        return playlist === null || playlist.includes(LIVE_DATA_ID) ? renditions : renditionsOf(playlist)
      },
      () => renditions,
    )
  }

  /** An ad that is not among the segments plays, at times of its own. */
  function isInterstitial(): boolean {
    return hls.interstitialsManager?.playingAsset != null
  }

  function position(): LivePosition | null {
    if (realtime !== null) return realtime.position()
    const details = hls.latestLevelDetails
    if (!isLive || details === null) return null
    if (isInterstitial()) return { latencyS: 0, isAtEdge: true, windowS: 0, isSlate: false }
    return positionOf({
      edgeS: details.edge + (details.live ? details.age : 0),
      currentS: video.currentTime,
      targetS: hls.targetLatency ?? 0,
      windowS: details.totalduration,
      dateMs: hls.playingDate?.getTime() ?? null,
      slates: Object.values(details.dateRanges).flatMap((range) =>
        range?.class === SLATE_CLASS
          ? [{ fromMs: range.startDate.getTime(), untilMs: range.endDate?.getTime() ?? null }]
          : [],
      ),
    })
  }

  function dateAt(seconds: number): number | null {
    const fragments = (isLive ? hls.latestLevelDetails?.fragments : undefined) ?? []
    const fragment = fragments.findLast(({ start }) => start <= seconds) ?? fragments[0]
    const fromMs = fragment?.programDateTime ?? null
    return fragment === undefined || fromMs === null ? null : fromMs + (seconds - fragment.start) * 1000
  }

  /** hls.js would stay further behind the live edge. */
  function stepBack(): void {
    hls.config.liveSyncOnStallIncrease = STALL_S
    clearTimeout(calm)
    calm = setTimeout(() => {
      hls.config.liveSyncOnStallIncrease = 0
    }, CALM_MS)
  }

  function goToEdge(): void {
    const mayMove = isLive && realtime === null && !isInterstitial()
    const at = mayMove ? (prerollAt() ?? hls.liveSyncPosition) : null
    if (at !== null && at !== video.currentTime) video.currentTime = at
  }

  /** Start position of a new viewer if there are ads before the stream. */
  function prerollAt(): number | null {
    const details = hls.latestLevelDetails
    if (!details || details.startTimeOffset === null) return null
    // Playback that begins by itself has begun before it is known.
    const { played, currentTime } = video
    if (played.length > 0 && played.end(played.length - 1) - played.start(0) > BEGINS_S) return null
    const at = details.fragmentStart + details.startTimeOffset
    return Math.abs(currentTime - at) > BEGINS_S ? at : currentTime
  }

  /** The last frames before the edge cannot be played without a stall. */
  function stayBehindEdge(): void {
    const details = hls.latestLevelDetails
    if (!isLive || realtime !== null || !details?.live || isInterstitial()) return
    if (video.currentTime > details.edge - (hls.targetLatency ?? 0) / 2) goToEdge()
  }

  return {
    choose(level) {
      const isOther = level !== -1 && (level !== hls.currentLevel || level !== hls.loadLevel)
      hls.nextLevel = level
      // hls.js keeps the buffer if an earlier segment is still loading.
      if (isOther) {
        flushAhead()
        flush(0, video.currentTime - KEEP_BEHIND_S)
      }
      onQualities(qualitiesOf(hls))
    },
    selectAudio(track) {
      hls.audioTrack = track
    },
    renew(next) {
      token = next
    },
    position,
    dateAt,
    goToEdge,
    setSpeed(rate) {
      speed = rate
      video.playbackRate = rate
      if (isLive) hls.config.maxLiveSyncPlaybackRate = catchUpRate(rate)
    },
    open(startS) {
      recoveries = 0
      closeRealtime()
      hls.destroy()
      hls = create(startS)
      hls.attachMedia(video)
      hls.loadSource(src)
    },
    halt() {
      closeRealtime()
      isRealtimeOff = typeof RTCPeerConnection === 'undefined'
      hls.destroy()
      hls = create(0)
    },
    close() {
      closed = true
      closeRealtime()
      clearTimeout(checkTimer)
      clearTimeout(calm)
      video.removeEventListener('seeking', stayBehindEdge)
      video.removeEventListener('waiting', stepBack)
      video.textTracks.removeEventListener('change', follow)
      hls.destroy()
    },
  }
}

/** Stays near the live edge. */
function followLive(hls: Hls, isLow: boolean, speed: number): void {
  hls.config.liveDurationInfinity = true
  hls.config.maxLiveSyncPlaybackRate = catchUpRate(speed)
  hls.lowLatencyMode = isLow
}

/** hls.js changes the speed only if it may be more than 1. */
function catchUpRate(speed: number): number {
  return speed === 1 ? CATCH_UP_RATE : 1
}

/** Playlists of one viewer, such as those with ads, lie below a path of the session. */
function sessionPathOf(levels: readonly Level[]): string | undefined {
  return /^[^?]*\/s\/[^/]+\//.exec(levels[0]?.url[0] ?? '')?.[0]
}

/** URLs and audio tracks of a multivariant playlist, without tokens, which change without a change of the content.
 * Empty for playlists of one viewer: another request would begin another session. */
function renditionsOf(playlist: string): string {
  if (/^\S+\/s\/[^/]+\//m.test(playlist)) return ''
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

function isRefusal({ type, response }: ErrorData): boolean {
  const status = response?.code ?? 0
  return type === Hls.ErrorTypes.NETWORK_ERROR && status >= 400 && status < 500
}

function faultOf({ type, response }: ErrorData): Fault {
  if (type !== Hls.ErrorTypes.NETWORK_ERROR) return 'media'
  return response?.code === 404 || response?.code === 403 ? 'missing' : 'network'
}

/** The qualities of the current codec. Other codecs have the same sizes. */
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
