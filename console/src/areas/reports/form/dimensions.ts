import type { Dimension } from '@kinora/contract'

/** Dimensions by which the figures of a report can be filtered and its charts split. */
export const reportDimensions = [
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
