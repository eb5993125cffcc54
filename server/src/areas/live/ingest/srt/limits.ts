/** Limits of a server for SRT. */
export interface SrtLimits {
  /** Of a connection: what waits for lost packets before it. */
  readonly maxBufferedBytes: number
  /** The flow window. A packet further ahead gives up all that is missing before it. */
  readonly maxWindowPackets: number
  /** How long to wait for a lost packet. The encoder can ask for more. */
  readonly latencyMs: number
  readonly maxLatencyMs: number
  readonly maxConnections: number
  readonly maxConnectionsPerAddress: number
  /** Callers whose stream key or passphrase is being checked. */
  readonly maxHandshakes: number
  /** Without any packet, and without media. */
  readonly peerTimeoutMs: number
  readonly idleTimeoutMs: number
  /** For a peer to be notified again that its connection has ended. */
  readonly closeTimeoutMs: number
  /** The period of a cookie. It is valid in the next one too. */
  readonly cookieMs: number
}

export const SRT_LIMITS: SrtLimits = {
  maxBufferedBytes: 4 * 1024 * 1024,
  maxWindowPackets: 8192,
  latencyMs: 200,
  maxLatencyMs: 8000,
  maxConnections: 1000,
  maxConnectionsPerAddress: 50,
  maxHandshakes: 64,
  peerTimeoutMs: 5000,
  idleTimeoutMs: 10_000,
  closeTimeoutMs: 1000,
  cookieMs: 30_000,
}

/** Of a stream ID (SRT, 3.2.1.3). */
export const MAX_STREAM_ID_BYTES = 512
/** Of an encryption key message: two keys of 32 bytes (SRT, 3.2.2). */
export const MAX_KEY_MESSAGE_BYTES = 32 + 8 + 2 * 32
/** Acknowledgements that wait for their confirmation. */
export const MAX_OPEN_ACKS = 256
/** Entries in a loss report, so that it fits into a datagram. */
export const MAX_LOSS_WORDS = 340
