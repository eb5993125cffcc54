/** Problems of the calls of analytics: HTTP status and English title by ID. */
export const analyticsProblems = {
  'beacons-full': { status: 503, title: 'Views cannot be counted now. Try again later' },
  'warehouse-away': { status: 503, title: 'The figures are not available now' },
  'dimension-not-possible': { status: 400, title: 'This metric is not known by this dimension' },
  'group-missing': { status: 400, title: 'Rows need a dimension' },
  'range-too-long': { status: 400, title: 'The time range is too long for this interval' },
  'timezone-unknown': { status: 400, title: 'This time zone is not known' },
} as const
