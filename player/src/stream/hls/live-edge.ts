import type Hls from 'hls.js'
import type { HlsPlayback } from './playback.ts'
import { isInterstitial } from './position.ts'

/** A viewer who has watched less has only begun. */
const BEGINS_S = 1
/** Playback is sped up by so much to get back to the live edge. */
const CATCH_UP_RATE = 1.25
/** Each stall moves the player so far behind the live edge, until it has played so long without one. */
const STALL_S = 0.5
const CALM_MS = 30_000

interface LiveEdge {
  /** Stays near the live edge of this instance. */
  follow(opened: Hls, isLowLatency: boolean): void
  /** Seeks to the edge of a live stream, or for a new viewer to the ads before it. */
  go(): void
  /** The viewer's speed. At another speed than 1 playback does not catch up. */
  setSpeed(rate: number): void
}

/** Keeps playback of a live stream near its edge, but so far behind that it does not stall. */
export function liveEdge(playback: Readonly<HlsPlayback>): LiveEdge {
  const { video, closed: signal } = playback
  let speed = 1
  let calm: ReturnType<typeof setTimeout> | undefined

  function go(): void {
    const { hls } = playback
    const mayMove = playback.isLive && playback.realtime === null && !isInterstitial(hls)
    const at = mayMove ? (prerollAt(hls, video) ?? hls.liveSyncPosition) : null
    if (at !== null && at !== video.currentTime) video.currentTime = at
  }

  /** The last frames before the edge cannot be played without a stall. */
  function stayBehind(): void {
    const { latestLevelDetails: details, targetLatency } = playback.hls
    if (details?.live && video.currentTime > details.edge - (targetLatency ?? 0) / 2) go()
  }

  /** hls.js would stay further behind the live edge. */
  function stepBack(): void {
    playback.hls.config.liveSyncOnStallIncrease = STALL_S
    clearTimeout(calm)
    calm = setTimeout(() => {
      playback.hls.config.liveSyncOnStallIncrease = 0
    }, CALM_MS)
  }

  video.addEventListener('seeking', stayBehind, { signal })
  video.addEventListener('waiting', stepBack, { signal })
  signal.addEventListener('abort', () => clearTimeout(calm))
  return {
    follow(opened, isLowLatency) {
      opened.config.liveDurationInfinity = true
      opened.config.maxLiveSyncPlaybackRate = catchUpRate(speed)
      opened.lowLatencyMode = isLowLatency
    },
    go,
    setSpeed(rate) {
      speed = rate
      video.playbackRate = rate
      if (playback.isLive) playback.hls.config.maxLiveSyncPlaybackRate = catchUpRate(rate)
    },
  }
}

/** Start position of a new viewer if there are ads before the stream. */
function prerollAt(hls: Hls, { played, currentTime }: HTMLVideoElement): number | null {
  const details = hls.latestLevelDetails
  if (!details || details.startTimeOffset === null) return null
  // Playback that begins by itself has begun before it is known.
  if (played.length > 0 && played.end(played.length - 1) - played.start(0) > BEGINS_S) return null
  const at = details.fragmentStart + details.startTimeOffset
  return Math.abs(currentTime - at) > BEGINS_S ? at : currentTime
}

/** hls.js changes the speed only if it may be more than 1. */
function catchUpRate(speed: number): number {
  return speed === 1 ? CATCH_UP_RATE : 1
}
