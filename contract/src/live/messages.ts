/** Validation messages of the calls of live streams. */
export const liveMessages = {
  reconnectWindow: 'Enter 0 to 1,800 seconds',
  dvrWindow: 'Enter 0 to 43,200 seconds',
  testSignal: 'Enter 10 to 3,600 seconds',
  notRecorded: 'The stream was not recorded at this time',
  epochFormat: 'Please enter in epoch format',
  pullUrl: 'Enter a URL that begins with http, https, rtmp, rtmps, srt or udp',
  oldKeyValid: 'Enter 0 to 86,400 seconds',
} as const
