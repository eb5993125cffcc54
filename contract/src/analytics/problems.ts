/** Problems of analytics calls: HTTP status and English title by ID. */
export const analyticsProblems = {
  'beacons-full': { status: 503, title: 'View events cannot be accepted now. Try again later' },
  'warehouse-away': { status: 503, title: 'Analytics data is temporarily unavailable' },
  'dimension-not-possible': { status: 400, title: 'This metric is not available for this dimension' },
  'group-missing': { status: 400, title: 'Rows require a dimension in groupBy' },
  'range-too-long': { status: 400, title: 'The time range is too long for this interval' },
  'timezone-unknown': { status: 400, title: 'Unknown time zone' },
  'export-too-long': { status: 400, title: 'The export has too many rows for this format' },
  'exports-under-way': { status: 409, title: 'Too many exports are in progress in this environment' },
  'export-not-ready': { status: 409, title: 'The export is not ready' },
  'export-interrupted': { status: 503, title: 'The export was interrupted' },
} as const
