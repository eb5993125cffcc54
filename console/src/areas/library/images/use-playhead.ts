import type { Content } from '@kinora/contract'
import type { Player } from '@kinora/player'
import { exactRate, frameFrom } from '../clips/clip-range'
import { seekTo } from '../playback/player-time'
import { usePlayerTime } from '../playback/use-player-time'

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
  const { at, isKnown } = usePlayerTime(player)
  const last = Math.max(0, (duration ?? 0) - beforeEndS)
  const seek = (seconds: number) => {
    if (player) seekTo(player, Math.max(0, Math.min(seconds, last)))
  }
  return {
    at: Math.min(at, last),
    isReady: player !== undefined && isKnown,
    seek,
    step: (pictures) => {
      if (!player) return
      player.video.pause()
      seek(frameFrom(player.video.currentTime, pictures, exactRate(maxFrameRate)))
    },
  }
}
