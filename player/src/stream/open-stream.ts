import Hls from 'hls.js'
import { playWithHls } from './hls-stream.ts'
import { playNatively } from './native-stream.ts'
import { type Listeners, type Stream, withToken } from './stream.ts'

/** Plays an HLS URL after `open`: with hls.js if the browser supports Media Source Extensions, else natively. */
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
