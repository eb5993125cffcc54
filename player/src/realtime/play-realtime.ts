import type Hls from 'hls.js'
import { Events } from 'hls.js'
import type { HlsPlayback } from '../stream/hls/playback.ts'
import { closeRealtime } from '../stream/hls/realtime.ts'
import { openRealtime } from './realtime.ts'

/** Plays a live stream by WebRTC until that fails, and otherwise goes on with hls.js. @param opened has no media now
 * @param onLost the connection is lost */
export async function playRealtime(playback: HlsPlayback, opened: Hls, onLost: () => void): Promise<void> {
  const { video, src, token } = playback
  const isCurrent = () => opened === playback.hls && !playback.closed.aborted
  const leave = (backS?: number) => leaveRealtime(playback, backS)
  const options = {
    src,
    token,
    playlist: opened.levels[0]?.url[0] ?? null,
    onLost() {
      leave()
      onLost()
    },
    onBack: leave,
  }
  const connection = isCurrent() && playback.allowsRealtime ? await openRealtime(video, options) : null
  if (!isCurrent()) {
    connection?.close()
    return
  }
  playback.realtime = connection
  if (connection === null) leave()
}

/** Continues with the playlist. @param backS behind the live edge */
function leaveRealtime(playback: HlsPlayback, backS: number | undefined): void {
  const { video, hls } = playback
  const wantsPlay = !video.paused || video.autoplay
  playback.allowsRealtime = false
  closeRealtime(playback)
  hls.attachMedia(video)
  if (backS !== undefined) {
    hls.once(Events.LEVEL_LOADED, (_event, { details }) => {
      video.currentTime = Math.max(details.fragmentStart, details.edge - backS)
    })
  }
  hls.startLoad(-1)
  if (wantsPlay) video.play().catch(() => undefined)
}
