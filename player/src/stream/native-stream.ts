import { positionOf } from '../live/position.ts'
import type { Listeners, Stream } from './stream.ts'

/** Safari plays so far behind the live edge. */
const TARGET_S = 6

export function playNatively(
  video: HTMLVideoElement,
  src: string,
  { onFault, onLive, onSubtitles }: Listeners,
): Stream {
  const isLive = () => video.duration === Number.POSITIVE_INFINITY
  const failed = () => onFault(video.error?.code === MediaError.MEDIA_ERR_NETWORK ? 'network' : 'missing')
  const report = () => onSubtitles([...video.textTracks].filter(({ kind }) => kind !== 'metadata'))
  const loaded = () => {
    if (isLive()) onLive()
  }
  const edge = () => (video.seekable.length > 0 ? video.seekable.end(video.seekable.length - 1) : null)
  video.addEventListener('error', failed)
  video.addEventListener('loadedmetadata', loaded)
  video.textTracks.addEventListener('addtrack', report)
  video.textTracks.addEventListener('removetrack', report)
  const halt = () => {
    video.removeAttribute('src')
    video.load()
  }
  return {
    choose() {},
    selectAudio() {},
    // The browser sends requests itself, with the URLs of its playlist.
    renew() {},
    position() {
      const edgeS = edge()
      if (!isLive() || edgeS === null) return null
      const windowS = edgeS - video.seekable.start(0)
      return positionOf({
        edgeS,
        currentS: video.currentTime,
        targetS: TARGET_S,
        windowS,
        dateMs: null,
        slates: [],
      })
    },
    dateAt: () => null,
    goToEdge() {
      const edgeS = edge()
      if (isLive() && edgeS !== null) video.currentTime = edgeS
    },
    setSpeed(rate) {
      video.playbackRate = rate
    },
    open() {
      video.src = src
      video.load()
    },
    halt,
    close() {
      video.removeEventListener('error', failed)
      video.removeEventListener('loadedmetadata', loaded)
      video.textTracks.removeEventListener('addtrack', report)
      video.textTracks.removeEventListener('removetrack', report)
      halt()
    },
  }
}
