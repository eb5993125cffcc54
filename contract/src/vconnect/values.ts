// Values without schemas: screens load these, and not zod.

/** `rtp`: MPEG-TS over RTP (RFC 2250). `rtmp`: an encoder publishes H.264 or HEVC, and AAC, to the RTMP port of Kinora. `livestream`: what viewers get of a live
 * stream of the environment. */
export const inputKinds = ['srt', 'udp', 'rtp', 'rtmp', 'livestream'] as const
export type InputKind = (typeof inputKinds)[number]

/** `rtmp`: RTMP or RTMPS, which carries H.264 and AAC, and HEVC to servers that say so. `hls` and `s3`: segments and a playlist that
 * Kinora sends to a web server by PUT, or to a bucket. `livestream`: the encoder of a live stream of the environment. */
export const destinationKinds = ['srt', 'udp', 'rtp', 'rtmp', 'hls', 's3', 'livestream'] as const
export type DestinationKind = (typeof destinationKinds)[number]

/** `listener`: the other side connects to Kinora. `caller`: Kinora connects, or sends packets. `rendezvous`: both sides of SRT
 * connect at the same time, which crosses firewalls that let only answers in. */
export const linkModes = ['listener', 'caller', 'rendezvous'] as const
export type LinkMode = (typeof linkModes)[number]

/** Forward error correction of RTP (SMPTE 2022-1): by columns, on the port two higher, and by rows, on the port four higher. */
export const fecModes = ['none', 'columns', 'rows-and-columns'] as const
export type FecMode = (typeof fecModes)[number]

/** The distances of the ports of forward error correction to that of the stream. */
export function fecOffsets(mode: FecMode): number[] {
  if (mode === 'none') return []
  return mode === 'columns' ? [2] : [2, 4]
}

/** `idle`: paused, or no node runs it. `lost`: it was or should be receiving, for the reason given. */
export const inputStates = ['idle', 'listening', 'connecting', 'receiving', 'lost'] as const
export type InputState = (typeof inputStates)[number]

/** `idle`: paused, or its input has no signal. `sending`: with SRT, RTMP, HLS and S3, the other side acknowledges what it gets. */
export const connectStates = ['idle', 'connecting', 'sending', 'failing'] as const
export type ConnectState = (typeof connectStates)[number]

export const linkReasons = [
  'no-answer',
  'refused',
  'wrong-passphrase',
  'certificate',
  'codec-not-supported',
  'not-live',
  'not-encrypted',
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

/** Rules by which an input takes the place of its backup again: with its next keyframe, after some time without silence, or on request. */
export const returnRules = ['at-once', 'after-hold', 'by-hand'] as const
export type ReturnRule = (typeof returnRules)[number]

/** The places that the connects of an input get their stream from. */
export const inputSources = ['own', 'backup'] as const
export type InputSource = (typeof inputSources)[number]

/** Reasons of a change of the source. `lost`: the input was silent. `returned`: it is back. `backup-lost`: the backup was silent. */
export const switchReasons = ['lost', 'returned', 'backup-lost', 'by-hand'] as const
export type SwitchReason = (typeof switchReasons)[number]

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
  /** Port of RTMPS and HTTPS, which is allowed too. */
  tlsPort: 443,
  latencyMs: 120,
  leastLatencyMs: 20,
  mostLatencyMs: 8000,
  maxKbps: 60_000,
  mostKbps: 200_000,
  /** Silence after which a backup stands in, and time without silence before a return. */
  holdMs: 1000,
  leastHoldMs: 200,
  mostHoldMs: 30_000,
  returnAfterS: 10,
  mostReturnAfterS: 3600,
  /** Columns and rows of a matrix of forward error correction, and its packets. */
  fecColumns: 10,
  fecRows: 5,
  leastFecRows: 4,
  mostFecLine: 20,
  mostFecPackets: 100,
  /** The distance of the highest port of forward error correction to that of an address. */
  fecPorts: 4,
  callers: 8,
  mostCallers: 50,
} as const
