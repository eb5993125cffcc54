export const base = '/data/api/v1'

/** The permission that every call for metrics requires. */
export const read = ['Analytics', 'Views', 'read'] as const

/** Problems that every call for metrics can return. */
export const problems = [
  'warehouse-away',
  'range-too-long',
  'timezone-unknown',
  'dimension-not-possible',
] as const
