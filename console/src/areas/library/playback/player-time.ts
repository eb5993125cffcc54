import type { Player } from '@kinora/player'

/** The current time of the player in seconds. */
export function timeOf({ video, lag }: Player): number {
  return Math.max(0, video.currentTime - (lag ?? 0))
}

/** The current time rounded to milliseconds, as cues use it. */
export function readableTimeOf(player: Player): number {
  return Math.round(timeOf(player) * 1000) / 1000
}

/** Seeks the player, after its first frame has loaded if necessary. */
export function seekTo(player: Player, seconds: number): void {
  const go = () => {
    player.video.currentTime = seconds + (player.lag ?? 0)
  }
  if (player.lag === null) player.video.addEventListener('loadeddata', go, { once: true })
  else go()
}
