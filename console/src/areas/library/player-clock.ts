import type { Content } from '@kinora/contract'
import type { Player } from '@kinora/player'

/** By how many seconds a player shows everything later than it is in the video. */
export function lagOf(player: Player, { timelineStart }: Pick<Content, 'timelineStart'>): number {
  return player.zero === null ? 0 : timelineStart - player.zero
}
