/** The connection under a session. */
export interface RtmpConnection {
  write(bytes: Buffer): void
  /** Reads nothing more until `resume`. */
  pause(): void
  resume(): void
  /** Closes after pending output is sent, or after a short timeout if the peer does not read. */
  finish(): void
  destroy(): void
}
