import { lookDistance } from './frame-look.ts'
import type { Shot } from './shots.ts'

/** Consecutive shots that show the same place: the indexes of the first and of the last. */
export interface Scene {
  readonly from: number
  readonly to: number
}

/** How many shots ahead, and for how many seconds, a scene may show something else and return. */
const AHEAD = 4
const AWAY_S = 30
/** Largest difference of two shots of the same place. */
const SAME_PLACE = 0.22

type Comparable = Pick<Shot, 'startS' | 'endS' | 'look'>

/** Groups shots into scenes. A scene lasts as long as its picture returns, as in a dialog from two sides. */
export function groupShots(shots: readonly Comparable[]): Scene[] {
  const scenes: Scene[] = []
  for (let from = 0; from < shots.length; ) {
    let to = from
    for (let n = from; n <= to; n += 1) to = Math.max(to, lastReturn(shots, n))
    scenes.push({ from, to })
    from = to + 1
  }
  return scenes
}

function lastReturn(shots: readonly Comparable[], n: number): number {
  const own = shots[n]
  if (own === undefined) return n
  for (let other = Math.min(n + AHEAD, shots.length - 1); other > n; other -= 1) {
    const later = shots[other]
    if (later === undefined || later.startS - own.endS > AWAY_S) continue
    if (lookDistance(own.look, later.look) < SAME_PLACE) return other
  }
  return n
}
