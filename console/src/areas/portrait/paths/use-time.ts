import type { Player } from '@kinora/player'
import { useEffect, useState } from 'react'

/** The player's current time in seconds, in every frame while it plays. */
export function useTime(player: Player | undefined): number {
  const [time, setTime] = useState(0)
  useEffect(() => {
    if (player === undefined) return
    const { video } = player
    let frame = 0
    const look = () => {
      setTime(video.currentTime)
      frame = video.paused ? 0 : requestAnimationFrame(look)
    }
    const changes = ['play', 'seeking', 'seeked', 'loadeddata', 'pause'] as const
    const start = () => {
      cancelAnimationFrame(frame)
      look()
    }
    for (const change of changes) video.addEventListener(change, start)
    look()
    return () => {
      cancelAnimationFrame(frame)
      for (const change of changes) video.removeEventListener(change, start)
    }
  }, [player])
  return time
}
