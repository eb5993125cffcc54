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
