import { adEventShares } from '@kinora/contract'
import type { AdEvent } from '../tracking/record-events.ts'

/** Events of an ad with these segments that belong to the delivery of one of them: the segment in which they are. */
export function eventsAt(segment: number, segmentsS: readonly number[]): AdEvent[] {
  const lengthS = segmentsS.reduce((sum, each) => sum + each, 0)
  return adEventShares
    .filter(([, share]) => Math.min(Math.floor(share * segmentsS.length), segmentsS.length - 1) === segment)
    .map(([event, share]) => ({ event, offsetS: share * lengthS }))
}

/** Whether the delivery of a segment counts. */
export function isMarked(segment: number, segmentsS: readonly number[]): boolean {
  return eventsAt(segment, segmentsS).length > 0
}
