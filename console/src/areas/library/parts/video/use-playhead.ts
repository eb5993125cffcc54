import { useEffect, useState } from 'react'

const events = ['timeupdate', 'seeking', 'seeked', 'loadedmetadata'] as const

/** Where a video is, in seconds; 0 without one. */
export function usePlayhead(video: HTMLVideoElement | undefined): number {
  const [time, setTime] = useState(0)
  useEffect(() => {
    if (!video) return
    const tell = () => setTime(video.currentTime)
    tell()
    for (const event of events) video.addEventListener(event, tell)
    return () => {
      for (const event of events) video.removeEventListener(event, tell)
    }
  }, [video])
  return time
}
