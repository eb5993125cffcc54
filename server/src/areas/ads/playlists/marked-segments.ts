import { adEventShares } from '@kinora/contract'
import type { AdEvent } from '../tracking/record-events.ts'

/** Progress events that happen in a segment of an ad, and count when it is delivered. */
export function eventsAt(segment: number, segmentsS: readonly number[]): AdEvent[] {
  const lengthS = segmentsS.reduce((sum, each) => sum + each, 0)
  return adEventShares
    .filter(([, share]) => Math.min(Math.floor(share * segmentsS.length), segmentsS.length - 1) === segment)
    .map(([event, share]) => ({ event, offsetS: share * lengthS }))
}

/** Whether a segment has events, so its delivery has to be counted. */
export function isMarked(segment: number, segmentsS: readonly number[]): boolean {
  return eventsAt(segment, segmentsS).length > 0
}

/** Query parameter of a segment of the video whose delivery is a sign of life. */
export const BEAT = 'beat'
/** Query parameter of a segment of the video that players request shortly before a break. Its value is the position of the break. */
export const NEAR = 'near'
/** Time between signs of life, in seconds: often enough for timely reports, while caches keep most segments. */
const BEAT_S = 20

/** Indexes of the segments of the video whose delivery is a sign of life: some of those after its first ads. */
export function beatsAfter(firstAd: number, segmentsS: readonly number[]): Set<number> {
  const beats = new Set<number>()
  let sinceS = BEAT_S
  for (const [n, lengthS] of segmentsS.entries()) {
    if (n < firstAd) continue
    if (sinceS >= BEAT_S) {
      beats.add(n)
      sinceS = 0
    }
    sinceS += lengthS
  }
  return beats
}
