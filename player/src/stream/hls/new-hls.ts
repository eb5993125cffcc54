import type Hls from 'hls.js'
import { withToken } from '../stream.ts'
import { subtitleLoader } from './subtitle-loader.ts'

/** An instance of hls.js that loads nothing yet. @param Player hls.js, or a copy of it with interstitials */
export function newHls(
  Player: typeof Hls,
  startPosition: number,
  video: HTMLVideoElement,
  tokenNow: () => string | null,
): Hls {
  // Growing playlists are not live streams: playback starts at the beginning.
  const { fLoader, follow } = subtitleLoader(Player)
  const hls = new Player({
    startPosition,
    fLoader,
    // Only the playlist says whether it is a live stream.
    autoStartLoad: false,
    liveDurationInfinity: false,
    capLevelToPlayerSize: true,
    enableWorker: true,
    renderTextTracksNatively: false,
    interstitialAppendInPlace: false,
    enableCEA708Captions: false,
    xhrSetup: (xhr, url) => {
      const token = tokenNow()
      // URLs in playlists contain the token of the playlist's request, which can be older.
      xhr.open('GET', token === null ? url : withToken(url, token), true)
      const { view } = video.dataset
      // Names the view for the server's log. Other servers would have to allow it first.
      if (view && new URL(url, location.href).origin === location.origin)
        xhr.setRequestHeader('CMCD-Session', `sid="${view}"`)
    },
  })
  follow(hls)
  return hls
}
