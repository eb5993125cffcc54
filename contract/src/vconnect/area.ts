import { defineFeature } from '../feature.ts'

/** The declarations that features of the area share. */
export const vconnectFeature = defineFeature({
  modules: { 'V-Connect': ['Connector'] },
  meters: { vconnect: 'ms', 'vconnect-bytes': 'bytes' },
  problems: {
    'vconnect-loop': { status: 409, title: 'The stream would come back to Kinora' },
    'vconnect-ports': { status: 409, title: 'No port of VCONNECT_PORTS is free' },
    'vconnect-stream-key': {
      status: 409,
      title: 'Enter the stream key or stream ID again for another server',
    },
    'vconnect-address-taken': { status: 409, title: 'Another input has this address' },
  },
  messages: {
    vconnectAddress: 'Enter an address such as srt://host:9000, port 1024 or higher',
    vconnectLatency: 'Enter 20 to 8,000 milliseconds',
    vconnectFec: 'Only RTP has forward error correction, which needs port 65531 or lower',
    vconnectFecLines: 'Enter 4 to 20 rows and up to 20 columns, together at most 100 packets',
    vconnectHold: 'Enter 200 to 30,000 milliseconds',
    vconnectReturn: 'Enter 1 to 3,600 seconds',
    vconnectPassphrase: 'Enter 10 to 79 letters, digits and signs',
    vconnectKbps: 'Enter 100 to 200,000 kbit/s',
    network: 'Enter a network such as 192.0.2.0/24',
  },
  eventGroups: { live: ['vconnect_input', 'vconnect_destination', 'vconnect_connect'] },
})
