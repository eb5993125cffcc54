/** Problems of the calls of live streams: HTTP status and English title by ID. */
export const liveProblems = {
  'livestream-disabled': { status: 409, title: 'This live stream is disabled. Enable it first.' },
  'livestream-stopped': { status: 409, title: 'This live stream is stopped. Start it first.' },
  'livestream-limit': { status: 409, title: 'This environment has reached its limit of live streams' },
  'custom-playback-limit': { status: 409, title: 'This live stream has reached its limit of custom URLs' },
  'stream-key-invalid': { status: 401, title: 'The stream key is not valid' },
  'publisher-refused': { status: 403, title: 'This live stream accepts no publisher now' },
  'publisher-exists': { status: 409, title: 'Another encoder is publishing to this live stream' },
  'session-description-invalid': { status: 400, title: 'The session description cannot be used' },
  'trickle-not-supported': {
    status: 405,
    title: 'Sessions cannot be changed: the offer contains all that is needed',
  },
  'webrtc-unavailable': { status: 503, title: 'WebRTC is not available now' },
  'realtime-not-offered': { status: 409, title: 'This live stream cannot be watched in realtime' },
  'viewer-limit': { status: 503, title: 'There are too many viewers in realtime now' },
} as const
