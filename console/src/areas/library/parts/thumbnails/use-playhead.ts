import type { Content } from '@kinora/contract'
import { useEffect, useState } from 'react'

const changes = ['timeupdate', 'seeking', 'seeked', 'loadedmetadata'] as const
const usualFrameRate = 25
/** The last picture begins before the end. */
const beforeEndS = 0.001

export interface Playhead {
  /** Seconds, never past the last picture. */
  readonly at: number
  readonly isReady: boolean
  seek(seconds: number): void
  /** One picture on, or back with -1; what plays stops for it. */
  step(pictures: 1 | -1): void
}

/** Where the player stands. */
export function usePlayhead(
  video: HTMLVideoElement | undefined,
  { duration, maxFrameRate }: Pick<Content, 'duration' | 'maxFrameRate'>,
): Playhead {
  const [at, setAt] = useState(0)
  const [isReady, setReady] = useState(false)
  const last = Math.max(0, (duration ?? 0) - beforeEndS)
  useEffect(() => {
    if (!video) return
    const look = () => {
      setAt(Math.min(video.currentTime, last))
      setReady(video.readyState > 0)
    }
    look()
    for (const change of changes) video.addEventListener(change, look)
    return () => {
      for (const change of changes) video.removeEventListener(change, look)
    }
  }, [video, last])
  const seek = (seconds: number) => {
    if (video) video.currentTime = Math.max(0, Math.min(seconds, last))
  }
  return {
    at,
    isReady: video !== undefined && isReady,
    seek,
    step: (pictures) => {
      if (!video) return
      video.pause()
      seek(video.currentTime + pictures / (maxFrameRate || usualFrameRate))
    },
  }
}
