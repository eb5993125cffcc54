import Hls from 'hls.js'
import { playWithHls } from './hls-stream.ts'
import { playNatively } from './native-stream.ts'
import { type Listeners, type Stream, withToken } from './stream.ts'

/** Plays an HLS URL after `open`: with hls.js if the browser supports Media Source Extensions, else natively.
 * @param guided hls.js with interstitials. With it ads are not among the segments */
export function openStream(
  video: HTMLVideoElement,
  src: string,
  token: string | null,
  listeners: Listeners,
  guided: typeof Hls | undefined,
): Stream {
  if (!Hls.isSupported()) return playNatively(video, withToken(src, token), listeners)
  return guided === undefined
    ? playWithHls(video, src, token, listeners, Hls)
    : playWithHls(video, withGuidedAds(src), token, listeners, guided)
}

function withGuidedAds(address: string): string {
  const url = new URL(address, location.href)
  url.searchParams.set('ads', 'guided')
  return url.href
}
