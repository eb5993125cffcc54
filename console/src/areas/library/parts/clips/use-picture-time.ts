import { useEffect, useState } from 'react'

/** Where a video is, in seconds, anew with every picture while it plays. */
export function usePictureTime(video: HTMLVideoElement | undefined): number {
  const [time, setTime] = useState(0)
  useEffect(() => {
    if (!video) return
    let frame = 0
    const tell = () => setTime(video.currentTime)
    const follow = () => {
      tell()
      cancelAnimationFrame(frame)
      if (!video.paused) frame = requestAnimationFrame(follow)
    }
    const events = ['play', 'pause', 'seeking', 'seeked', 'timeupdate', 'loadedmetadata'] as const
    for (const event of events) video.addEventListener(event, follow)
    follow()
    return () => {
      cancelAnimationFrame(frame)
      for (const event of events) video.removeEventListener(event, follow)
    }
  }, [video])
  return time
}
