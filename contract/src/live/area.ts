import { defineFeature } from '../feature.ts'

/** The declarations that features of the area share. */
export const liveFeature = defineFeature({
  modules: {
    Livestreams: ['Livestream', 'Stream Key'],
    Liverecordings: ['Recording'],
  },
  meters: { 'live-streaming': 'ms', 'live-recording': 'ms' },
  problems: {
    'stream-key-invalid': { status: 401, title: 'The stream key is not valid' },
    'publisher-refused': { status: 403, title: 'This live stream is not accepting publishers' },
    'publisher-exists': { status: 409, title: 'Another encoder is publishing to this live stream' },
    'session-description-invalid': { status: 400, title: 'The SDP offer is invalid or not supported' },
    'trickle-not-supported': {
      status: 405,
      title: 'Sessions cannot be changed. Trickle ICE is not supported.',
    },
    'method-not-allowed': { status: 405, title: 'This address does not support the method' },
    'webrtc-unavailable': { status: 503, title: 'WebRTC is currently unavailable' },
    'realtime-not-offered': { status: 409, title: 'This live stream does not offer realtime playback' },
    'viewer-limit': {
      status: 503,
      title: 'The limit of realtime viewers has been reached. Try again later.',
    },
  },
  messages: {
    reconnectWindow: 'Enter 0 to 1,800 seconds',
    dvrWindow: 'Enter 0 to 43,200 seconds',
    testSignal: 'Enter 10 to 3,600 seconds',
    notRecorded: 'The stream was not recorded at this time',
    pullUrl: 'Enter a URL that begins with http, https, rtmp, rtmps, srt or udp',
    oldKeyValid: 'Enter 0 to 86,400 seconds',
  },
  eventGroups: {
    live: ['live_stream'],
  },
})
