/** Seconds of `90`, `1m30s` or `1h2m3s`, as in links; 0 for anything else. */
export function parseStartTime(text: string): number {
  const [, hours, minutes, seconds] =
    /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6}(?:\.\d{1,3})?)s?)?$/.exec(text) ?? []
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}

/** hls.js takes a time less than 0.25 s before the end of a segment for the next one, and waits for ever after the last
 * (`maxFragLookUpTolerance`). */
const BEFORE_END_S = 0.5

/** Seeks to a time once the video is ready, or to shortly before the end if the time is after it.
 * @param secondsAt called when it is ready */
export function seekWhenReady(video: HTMLVideoElement, secondsAt: () => number): void {
  const go = () => {
    const toS = Math.min(secondsAt(), video.duration - BEFORE_END_S)
    if (toS > 0) video.currentTime = toS
  }
  video.addEventListener('loadedmetadata', go, { once: true })
}
