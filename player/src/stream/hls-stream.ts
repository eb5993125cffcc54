import type Hls from 'hls.js'
import { Events, type Level, type ManifestParsedData } from 'hls.js'
import { LIVE_DATA_ID } from '../live/tags.ts'
import { textTracksOf } from '../tracks/text-tracks.ts'
import { reportAudio } from './hls/audio.ts'
import { reportFaults } from './hls/faults.ts'
import { liveEdge } from './hls/live-edge.ts'
import { newHls } from './hls/new-hls.ts'
import type { HlsPlayback } from './hls/playback.ts'
import { liveDate, livePosition } from './hls/position.ts'
import { chooseQuality, qualitiesOf, reportQualities } from './hls/qualities.ts'
import { closeRealtime, supportsRealtime } from './hls/realtime.ts'
import { checkRenditions } from './hls/renditions.ts'
import { replaceInstance } from './hls/replace-instance.ts'
import type { Listeners, Stream } from './stream.ts'

/** Plays with hls.js, after `open`. @param Player hls.js, or a copy of it with interstitials */
export function playWithHls(
  video: HTMLVideoElement,
  src: string,
  token: string | null,
  listeners: Listeners,
  Player: typeof Hls,
): Stream {
  const { onLive, onSession, onRefused, onQualities, onSubtitles } = listeners
  const closing = new AbortController()
  const { signal } = closing
  const instanceFrom = (startS: number) => newHls(Player, startS, video, () => playback.token)
  const playback: HlsPlayback = {
    video,
    src,
    token,
    hls: instanceFrom(0),
    isLive: false,
    realtime: null,
    allowsRealtime: supportsRealtime(),
    recoveries: 0,
    closed: signal,
  }
  const subtitles = textTracksOf(video, onSubtitles)
  const edge = liveEdge(playback)
  const compareRenditions = checkRenditions(playback, () =>
    replaceInstance(playback, create(video.currentTime), listeners),
  )
  take(playback.hls)
  video.textTracks.addEventListener('change', () => subtitles.follow(playback.hls), { signal })

  function create(startS: number): Hls {
    const opened = instanceFrom(startS)
    take(opened)
    return opened
  }

  function take(opened: Hls): void {
    subtitles.take(opened)
    opened.on(Events.MANIFEST_PARSED, (_event, manifest) => begin(opened, manifest))
    compareRenditions(opened)
    reportAudio(playback, opened, listeners)
    reportQualities(playback, opened, onQualities)
    noteFigures(playback, opened)
    reportFaults(playback, opened, listeners)
  }

  /** Loads segments when it is known where playback begins. */
  function begin(opened: Hls, { sessionData, levels }: ManifestParsedData): void {
    const path = sessionPathOf(levels)
    const load = (startS: number) => {
      opened.startLoad(startS)
      if (path !== undefined) holdUntilPlay(opened, video)
    }
    const wanted = path === undefined ? null : onSession(path, opened)
    const latency = sessionData?.[LIVE_DATA_ID]?.VALUE
    playback.isLive = latency !== undefined
    if (playback.isLive) {
      edge.follow(opened, latency !== 'standard')
      onLive()
    }
    // A stream whose connection is lost may be paused or over.
    if (latency === 'realtime' && playback.allowsRealtime && opened === playback.hls)
      void startRealtime(playback, onRefused)
    else if (wanted === null || playback.isLive) load(playback.isLive ? -1 : opened.config.startPosition)
    else {
      void wanted.then((startS) => {
        if (opened === playback.hls && !signal.aborted) load(startS)
      })
    }
  }

  return {
    choose(level) {
      chooseQuality(playback.hls, video, level)
      onQualities(qualitiesOf(playback.hls))
    },
    selectAudio(track) {
      playback.hls.audioTrack = track
    },
    renew(next) {
      playback.token = next
    },
    position: () => livePosition(playback),
    dateAt: (seconds) => liveDate(playback, seconds),
    goToEdge: edge.go,
    setSpeed: edge.setSpeed,
    open(startS) {
      playback.recoveries = 0
      closeRealtime(playback)
      playback.hls.destroy()
      playback.hls = create(startS)
      playback.hls.attachMedia(video)
      playback.hls.loadSource(src)
    },
    halt() {
      closeRealtime(playback)
      playback.allowsRealtime = supportsRealtime()
      playback.hls.destroy()
      playback.hls = create(0)
    },
    close() {
      closing.abort()
      closeRealtime(playback)
      playback.hls.destroy()
    },
  }
}

/** Playlists of one viewer, such as those with ads, lie below a path of the session. */
function sessionPathOf(levels: readonly Level[]): string | undefined {
  return /^[^?]*\/s\/[^/]+\//.exec(levels[0]?.url[0] ?? '')?.[0]
}

/** Loads only playlists until the viewer presses Play: ads count when their segments are delivered. */
function holdUntilPlay(opened: Hls, video: HTMLVideoElement): void {
  if (!video.paused || video.autoplay || video.played.length > 0) return
  opened.pauseBuffering()
  video.addEventListener('play', () => opened.resumeBuffering(), { once: true })
}

/** Plays by WebRTC, or else goes on with the playlist. @param onLost the connection is lost */
async function startRealtime(playback: HlsPlayback, onLost: () => void): Promise<void> {
  const { hls } = playback
  hls.detachMedia()
  const { playRealtime } = await import('../realtime/play-realtime.ts')
  await playRealtime(playback, hls, onLost)
}

/** Notes the bit rate and the wall-clock time at the element, for the figures of the view. */
function noteFigures(playback: Readonly<HlsPlayback>, opened: Hls): void {
  const { dataset } = playback.video
  opened.on(Events.LEVEL_SWITCHED, (_event, { level }) => {
    dataset.bitrate = String(opened.levels[level]?.bitrate)
  })
  opened.on(Events.FRAG_CHANGED, (_event, { frag: { programDateTime, start } }) => {
    if (playback.isLive && programDateTime) dataset.epoch = String(programDateTime - 1000 * start)
  })
}
