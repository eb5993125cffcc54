/** Seconds of `90`, `1m30s` or `1h2m3s`, as in links; 0 for anything else. */
export function parseStartTime(text: string): number {
  const [, hours, minutes, seconds] =
    /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6}(?:\.\d{1,3})?)s?)?$/.exec(text) ?? []
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}

const BEFORE_END_S = 0.1

/** Seeks to a time once the video is ready, or to the last frame if the time is after the end. */
export function seekWhenReady(video: HTMLVideoElement, seconds: number): void {
  if (seconds <= 0) return
  const go = () => {
    video.currentTime = Math.max(0, Math.min(seconds, video.duration - BEFORE_END_S))
  }
  video.addEventListener('loadedmetadata', go, { once: true })
}
