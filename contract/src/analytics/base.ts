export const base = '/data/api/v1'

/** What callers need for all figures. */
export const read = ['Analytics', 'Views', 'read'] as const
