/** What can go wrong with calls of delivery: HTTP status and English title by id. */
export const deliveryProblems = {
  'playback-token-missing': { status: 403, title: 'This video needs a playback token' },
  'playback-token-invalid': { status: 403, title: 'The playback token is not valid for this' },
  'referrer-not-allowed': { status: 403, title: 'This video does not play on this site' },
  'playback-not-begun': { status: 403, title: 'This video cannot be played yet' },
  'playback-over': { status: 403, title: 'This video cannot be played any more' },
} as const
