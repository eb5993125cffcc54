import type { Player } from '@kinora/player'

/** Where in its video a player is, in seconds to the millisecond, as people read it and cues keep it. */
export function readableTimeOf({ video }: Player): number {
  return Math.round(video.currentTime * 1000) / 1000
}

/** Goes to a moment of the video; as soon as the first picture has come, where it has not. */
export function seekTo(player: Player, seconds: number): void {
  const go = () => {
    player.video.currentTime = seconds
  }
  if (player.video.readyState === HTMLMediaElement.HAVE_NOTHING)
    player.video.addEventListener('loadeddata', go, { once: true })
  else go()
}
