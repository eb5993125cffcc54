/** Problems of analytics calls: HTTP status and English title by ID. */
export const analyticsProblems = {
  'beacons-full': { status: 503, title: 'Views cannot be counted now. Try again later' },
  'warehouse-away': { status: 503, title: 'The figures are not available now' },
  'dimension-not-possible': { status: 400, title: 'This metric is not known by this dimension' },
  'group-missing': { status: 400, title: 'Rows need a dimension' },
  'range-too-long': { status: 400, title: 'The time range is too long for this interval' },
  'timezone-unknown': { status: 400, title: 'This time zone is not known' },
  'export-too-long': { status: 400, title: 'The export has too many rows for this format' },
  'exports-under-way': { status: 409, title: 'Too many exports are under way in this environment' },
  'export-not-ready': { status: 409, title: 'The export is not ready' },
  'export-interrupted': { status: 503, title: 'The export was interrupted' },
} as const
