import type { Player } from '@kinora/player'
import { useEffect, useState } from 'react'
import { readableTimeOf } from './player-time'

const changes = ['timeupdate', 'seeking', 'seeked', 'loadeddata'] as const

/** The player's current time in seconds, to the millisecond, and whether it is known; 0 without a player. */
export function usePlayerTime(player: Player | undefined): { at: number; isKnown: boolean } {
  const [at, setAt] = useState(0)
  const [isKnown, setKnown] = useState(false)
  useEffect(() => {
    if (!player) return
    const { video } = player
    const look = () => {
      setAt(readableTimeOf(player))
      setKnown(video.readyState > HTMLMediaElement.HAVE_NOTHING)
    }
    look()
    for (const change of changes) video.addEventListener(change, look)
    return () => {
      for (const change of changes) video.removeEventListener(change, look)
    }
  }, [player])
  return { at, isKnown }
}
