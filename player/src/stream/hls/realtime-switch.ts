import { Events } from 'hls.js'
import type { HlsPlayback } from './playback.ts'

interface RealtimeSwitch {
  /** Whether WebRTC has not failed since `allow`. */
  isAllowed(): boolean
  /** Allows WebRTC again, for the next broadcast. */
  allow(): void
  /** Plays by WebRTC, or else goes on with the playlist. */
  play(): Promise<void>
  close(): void
}

/** Plays a live stream by WebRTC until that fails once, and then with hls.js. @param onLost the connection is lost */
export function realtimeSwitch(playback: HlsPlayback, onLost: () => void): RealtimeSwitch {
  const { video, src } = playback
  let isAllowed = isSupported()

  async function play(): Promise<void> {
    const { hls: opened } = playback
    opened.detachMedia()
    const playlist = opened.levels[0]?.url[0] ?? null
    const isCurrent = () => opened === playback.hls && !playback.isClosed
    const { openRealtime } = await import('../../realtime/realtime.ts')
    const made =
      isCurrent() && isAllowed
        ? await openRealtime(video, {
            src,
            token: playback.token,
            playlist,
            onLost() {
              leave()
              onLost()
            },
            onBack: leave,
          })
        : null
    if (!isCurrent()) {
      made?.close()
      return
    }
    playback.realtime = made
    if (made === null) leave()
  }

  /** Continues with the playlist. @param backS behind the live edge */
  function leave(backS?: number): void {
    const { hls } = playback
    const wantsPlay = !video.paused || video.autoplay
    isAllowed = false
    close()
    hls.attachMedia(video)
    if (backS !== undefined) {
      hls.once(Events.LEVEL_LOADED, (_event, { details }) => {
        video.currentTime = Math.max(details.fragmentStart, details.edge - backS)
      })
    }
    hls.startLoad(-1)
    if (wantsPlay) video.play().catch(() => undefined)
  }

  function close(): void {
    playback.realtime?.close()
    playback.realtime = null
  }

  return {
    isAllowed: () => isAllowed,
    allow() {
      isAllowed = isSupported()
    },
    play,
    close,
  }
}

function isSupported(): boolean {
  return typeof RTCPeerConnection !== 'undefined'
}
