import type { AdBeaconEvent } from '@kinora/contract'

/** When an event happens, as a share of the ad. */
const shares = [
  ['impression', 0],
  ['start', 0],
  ['firstQuartile', 0.25],
  ['midpoint', 0.5],
  ['thirdQuartile', 0.75],
] as const satisfies readonly (readonly [AdBeaconEvent, number])[]

/** Events that have happened when a segment of an ad is delivered. Quartiles belong to the segment in which they are. */
export function eventsAt(segment: number, segments: number): AdBeaconEvent[] {
  const events: AdBeaconEvent[] = shares
    .filter(([, share]) => Math.floor(share * segments) === segment)
    .map(([event]) => event)
  if (segment === segments - 1) events.push('complete')
  return events
}

/** Whether the delivery of a segment counts. */
export function isMarked(segment: number, segments: number): boolean {
  return eventsAt(segment, segments).length > 0
}
