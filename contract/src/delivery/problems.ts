/** Problems of the delivery calls: HTTP status and English title by ID. */
export const deliveryProblems = {
  'playback-token-missing': { status: 403, title: 'This video requires a playback token' },
  'playback-token-invalid': { status: 403, title: 'The playback token is not valid for this request' },
  'referrer-not-allowed': { status: 403, title: 'This video cannot be played on this site' },
  'playback-not-begun': { status: 403, title: 'This video cannot be played yet' },
  'playback-over': { status: 403, title: 'This video is no longer available' },
  'stream-not-started': { status: 404, title: 'The stream has not started yet' },
  'stream-paused': { status: 403, title: 'This stream is paused' },
  'stream-ended': { status: 404, title: 'The stream has ended' },
} as const
