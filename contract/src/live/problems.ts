/** Problems of the calls of live streams: HTTP status and English title by ID. */
export const liveProblems = {
  'livestream-disabled': { status: 409, title: 'This live stream is disabled. Enable it first.' },
  'livestream-stopped': { status: 409, title: 'This live stream is stopped. Start it first.' },
  'livestream-limit': { status: 409, title: 'This environment has reached its limit of live streams' },
  'custom-playback-limit': { status: 409, title: 'This live stream has reached its limit of custom URLs' },
} as const
