import type { Dimension } from '@kinora/contract'

/** Dimensions by which the figures of a report can be filtered. */
export const filterDimensions = [
  'category',
  'contentId',
  'programme',
  'deviceType',
  'deviceName',
  'partner',
  'country',
  'state',
  'city',
] as const satisfies readonly Dimension[]

/** Dimensions by which its charts can be split. */
export const splits = filterDimensions
