// Values without schemas: screens load these, and not zod.

/** `rtmp`: an encoder publishes H.264 or HEVC, and AAC, to the RTMP port of Kinora. `livestream`: what viewers get of a live
 * stream of the environment. */
export const inputKinds = ['srt', 'udp', 'rtmp', 'livestream'] as const
export type InputKind = (typeof inputKinds)[number]

/** `rtmp`: RTMP or RTMPS, which carries H.264 and AAC, and HEVC to servers that say so. `livestream`: the encoder of a live stream
 * of the environment. */
export const destinationKinds = ['srt', 'udp', 'rtmp', 'livestream'] as const
export type DestinationKind = (typeof destinationKinds)[number]

/** `listener`: the other side connects to Kinora. `caller`: Kinora connects, or sends packets. */
export const linkModes = ['listener', 'caller'] as const
export type LinkMode = (typeof linkModes)[number]

/** `idle`: paused, or no node runs it. `lost`: it was or should be receiving, for the reason given. */
export const inputStates = ['idle', 'listening', 'connecting', 'receiving', 'lost'] as const
export type InputState = (typeof inputStates)[number]

/** `idle`: paused, or its input has no signal. `sending`: with SRT and RTMP, the other side acknowledges what it gets. */
export const connectStates = ['idle', 'connecting', 'sending', 'failing'] as const
export type ConnectState = (typeof connectStates)[number]

export const linkReasons = [
  'no-answer',
  'refused',
  'wrong-passphrase',
  'certificate',
  'codec-not-supported',
  'not-live',
  'left',
  'silent',
  'not-ts',
  'bitrate-too-high',
  'address-not-allowed',
  'own-address',
  'loop',
  'port-taken',
  'failed',
] as const
export type LinkReason = (typeof linkReasons)[number]

/** Faults of ETSI TR 101 290, 5.2.1 and 5.2.2, by priority. */
export const tsFaults = {
  first: ['sync-loss', 'sync-byte', 'pat', 'continuity', 'pmt', 'pid'],
  second: ['transport', 'crc', 'pcr', 'pcr-repetition', 'pts', 'cat'],
} as const
export const tsFaultIds = [...tsFaults.first, ...tsFaults.second] as const
export type TsFaultId = (typeof tsFaultIds)[number]

export const vconnectWindows = ['1h', '4h', '8h'] as const
export type VconnectWindow = (typeof vconnectWindows)[number]

export const vconnectLimits = {
  /** Inputs and destinations of an environment, and its connects. */
  inputs: 100,
  destinations: 100,
  connects: 300,
  nameLength: 64,
  addressLength: 300,
  streamId: 512,
  networks: 20,
  firstPort: 1024,
  /** Port of RTMPS, which is allowed too. */
  rtmpsPort: 443,
  latencyMs: 120,
  leastLatencyMs: 20,
  mostLatencyMs: 8000,
  maxKbps: 60_000,
  mostKbps: 200_000,
  callers: 8,
  mostCallers: 50,
} as const
