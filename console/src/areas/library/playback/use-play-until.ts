import type { Player } from '@kinora/player'
import { useEffect, useState } from 'react'

/** A time in seconds at which the player pauses, and the function that sets it. A pause clears it. */
export function usePlayUntil(player: Player | undefined) {
  const [until, setUntil] = useState<number>()
  useEffect(() => {
    if (!player || until === undefined) return
    const { video } = player
    const stop = () => {
      if (video.currentTime < until && !video.ended) return
      video.pause()
      setUntil(undefined)
    }
    const given = () => setUntil(undefined)
    video.addEventListener('timeupdate', stop)
    video.addEventListener('pause', given)
    return () => {
      video.removeEventListener('timeupdate', stop)
      video.removeEventListener('pause', given)
    }
  }, [player, until])
  return [until, setUntil] as const
}
