/** Limits of a server for RTMP. An encoder is anybody until its stream key is accepted. */
export interface RtmpLimits {
  readonly maxMessageBytes: number
  /** Of a message before the stream key is accepted, and of commands at any time. */
  readonly maxCommandBytes: number
  /** Of all messages of a connection that have begun but not ended. */
  readonly maxUnfinishedBytes: number
  readonly maxUnfinishedCommandBytes: number
  readonly maxChunkBytes: number
  readonly maxChunkStreams: number
  /** Of what the peer has not read yet. */
  readonly maxOutputBytes: number
  readonly maxConnections: number
  readonly maxConnectionsPerAddress: number
  readonly handshakeTimeoutMs: number
  /** From the connection to an accepted stream key. */
  readonly publishTimeoutMs: number
  readonly idleTimeoutMs: number
  /** For the peer to read why it is disconnected. */
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

/** A stream key or the name of an encoder. */
export const MAX_NAME_CHARS = 256
