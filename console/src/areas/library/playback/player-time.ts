import type { Player } from '@kinora/player'

/** Where in its video a player is, in seconds. */
export function timeOf({ video, lag }: Player): number {
  return Math.max(0, video.currentTime - (lag ?? 0))
}

/** The same to the millisecond, as people read it and cues keep it. */
export function readableTimeOf(player: Player): number {
  return Math.round(timeOf(player) * 1000) / 1000
}

/** Goes to a moment of the video; as soon as the first picture has come, where it has not. */
export function seekTo(player: Player, seconds: number): void {
  const go = () => {
    player.video.currentTime = seconds + (player.lag ?? 0)
  }
  if (player.lag === null) player.video.addEventListener('loadeddata', go, { once: true })
  else go()
}
