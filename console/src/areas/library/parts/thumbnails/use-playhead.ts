import type { Content } from '@kinora/contract'
import type { Player } from '@kinora/player'
import { useEffect, useState } from 'react'
import { exactRate, frameFrom } from '../../clip-range'
import { seekTo, timeOf } from '../../player-time'

const changes = ['timeupdate', 'seeking', 'seeked', 'loadeddata'] as const
/** The last picture begins before the end. */
const beforeEndS = 0.001

export interface Playhead {
  /** Seconds into the video itself, to the millisecond, never past the last picture. */
  readonly at: number
  readonly isReady: boolean
  seek(seconds: number): void
  /** One picture on, or back with -1; what plays stops for it. */
  step(pictures: 1 | -1): void
}

/** Where the player stands. */
export function usePlayhead(
  player: Player | undefined,
  { duration, maxFrameRate }: Pick<Content, 'duration' | 'maxFrameRate'>,
): Playhead {
  const [at, setAt] = useState(0)
  const [isReady, setReady] = useState(false)
  const last = Math.max(0, (duration ?? 0) - beforeEndS)
  useEffect(() => {
    if (!player) return
    const { video } = player
    const look = () => {
      setAt(Math.min(Math.round(timeOf(player) * 1000) / 1000, last))
      setReady(player.lag !== null)
    }
    look()
    for (const change of changes) video.addEventListener(change, look)
    return () => {
      for (const change of changes) video.removeEventListener(change, look)
    }
  }, [player, last])
  const seek = (seconds: number) => {
    if (player) seekTo(player, Math.max(0, Math.min(seconds, last)))
  }
  return {
    at,
    isReady: player !== undefined && isReady,
    seek,
    step: (pictures) => {
      if (!player) return
      player.video.pause()
      seek(frameFrom(timeOf(player), pictures, exactRate(maxFrameRate)))
    },
  }
}
