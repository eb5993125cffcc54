/** Limits of an SRT server. */
export interface SrtLimits {
  /** Bytes of a connection that wait for an earlier lost packet. */
  readonly maxBufferedBytes: number
  /** Flow window. For a packet further ahead, all missing packets before it are given up. */
  readonly maxWindowPackets: number
  /** Time to wait for a lost packet. The encoder can request more. */
  readonly latencyMs: number
  readonly maxLatencyMs: number
  readonly maxConnections: number
  readonly maxConnectionsPerAddress: number
  /** Callers whose stream key or passphrase is being checked. */
  readonly maxHandshakes: number
  /** Time without any packet (`peerTimeoutMs`) or without media (`idleTimeoutMs`) until the connection ends. */
  readonly peerTimeoutMs: number
  readonly idleTimeoutMs: number
  /** Time for which the end of a connection is repeated to the peer. */
  readonly closeTimeoutMs: number
  /** Packets after which a sender changes its key, and how many before that it announces the next one. */
  readonly keyRefreshPackets: number
  readonly keyAnnouncePackets: number
  /** Period of a cookie. It stays valid for one more period. */
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
  // As libsrt.
  keyRefreshPackets: 2 ** 24,
  keyAnnouncePackets: 4096,
  cookieMs: 30_000,
}

/** Size of a stream ID (SRT, 3.2.1.3). */
export const MAX_STREAM_ID_BYTES = 512
/** Size of a key message with two keys of 32 bytes (SRT, 3.2.2). */
export const MAX_KEY_MESSAGE_BYTES = 32 + 8 + 2 * 32
/** Acknowledgements (ACK) without their confirmation (ACKACK). */
export const MAX_OPEN_ACKS = 256
/** Words in a loss report that fit into a datagram. */
export const MAX_LOSS_WORDS = 340
