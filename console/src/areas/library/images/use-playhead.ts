import type { Content } from '@kinora/contract'
import type { Player } from '@kinora/player'
import { seekTo } from '../playback/player-time'
import { usePlayerTime } from '../playback/use-player-time'
import { exactRate, frameFrom } from '../timeline/range'

/** The last frame starts before the end. */
const beforeEndS = 0.001

export interface Playhead {
  /** The current time in seconds, to the millisecond, never past the last frame. */
  readonly at: number
  readonly isReady: boolean
  seek(seconds: number): void
  /** Seeks from the player's own time, since `at` follows a moment later. */
  seekBy(seconds: number): void
  /** Steps one frame forward or back, and pauses. */
  step(frames: 1 | -1): void
}

/** The player's current position. */
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
    seekBy: (seconds) => {
      if (player) seek(player.video.currentTime + seconds)
    },
    step: (frames) => {
      if (!player) return
      player.video.pause()
      seek(frameFrom(player.video.currentTime, frames, exactRate(maxFrameRate)))
    },
  }
}
