/** Limits of an RTMP server. Encoders are untrusted until their stream key is accepted. */
export interface RtmpLimits {
  readonly maxMessageBytes: number
  /** Size of commands, and of all messages before the stream key is accepted. */
  readonly maxCommandBytes: number
  /** Total size of the incomplete messages of a connection. */
  readonly maxUnfinishedBytes: number
  readonly maxUnfinishedCommandBytes: number
  readonly maxChunkBytes: number
  readonly maxChunkStreams: number
  /** Size of unread output to the peer. */
  readonly maxOutputBytes: number
  readonly maxConnections: number
  readonly maxConnectionsPerAddress: number
  readonly handshakeTimeoutMs: number
  /** Time from the connection until the stream key is accepted. */
  readonly publishTimeoutMs: number
  readonly idleTimeoutMs: number
  /** Time for the peer to read the reason of its disconnection. */
  readonly closeTimeoutMs: number
}

const MIB = 1024 * 1024

export const RTMP_LIMITS: RtmpLimits = {
  maxMessageBytes: 8 * MIB,
  maxCommandBytes: 64 * 1024,
  maxUnfinishedBytes: 16 * MIB,
  maxUnfinishedCommandBytes: 256 * 1024,
  maxChunkBytes: 8 * MIB,
  maxChunkStreams: 64,
  maxOutputBytes: 256 * 1024,
  maxConnections: 1000,
  maxConnectionsPerAddress: 50,
  handshakeTimeoutMs: 5000,
  publishTimeoutMs: 10_000,
  idleTimeoutMs: 10_000,
  closeTimeoutMs: 500,
}

/** Limits of a value in AMF0. */
export const AMF_LIMITS = { maxDepth: 8, maxValues: 1024 }

/** Length of a stream key or of the name of an encoder. */
export const MAX_NAME_CHARS = 256
