import type { Player } from '@kinora/player'
import { useEffect, useState } from 'react'

/** The current time of a player in seconds, updated with every frame. */
export function useFrameTime(player: Player | undefined): number {
  const [time, setTime] = useState(0)
  useEffect(() => {
    if (!player) return
    const { video } = player
    let frame = 0
    const update = () => setTime(player.video.currentTime)
    const follow = () => {
      update()
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
  }, [player])
  return time
}
