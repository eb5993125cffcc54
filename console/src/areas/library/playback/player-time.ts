import type { Player } from '@kinora/player'

/** The current time rounded to milliseconds, as cues use it. */
export function readableTimeOf({ video }: Player): number {
  return Math.round(video.currentTime * 1000) / 1000
}

/** Seeks the player, after its first frame has loaded if necessary. */
export function seekTo(player: Player, seconds: number): void {
  const go = () => {
    player.video.currentTime = seconds
  }
  if (player.video.readyState === HTMLMediaElement.HAVE_NOTHING)
    player.video.addEventListener('loadeddata', go, { once: true })
  else go()
}
