export const base = '/data/api/v1'

/** What callers need for all figures. */
export const read = ['Analytics', 'Views', 'read'] as const

/** Why figures cannot be had. */
export const problems = [
  'warehouse-away',
  'range-too-long',
  'timezone-unknown',
  'dimension-not-possible',
] as const
