import type { RtmpConnection } from './connection.ts'
import { acknowledgement } from './messages.ts'

/** Acknowledgement window of the server, and of the peer until it sets its own. */
export const WINDOW_BYTES = 2_500_000
/** Smallest accepted window. A smaller one would make the server send more than it receives. */
const MIN_WINDOW_BYTES = 64 * 1024

/** Acknowledges received bytes. */
export interface Acknowledger {
  received(bytes: number): void
  /** Takes the window that the peer sets. */
  setWindow(body: Buffer): void
  /** Sends an acknowledgement if the window is full. */
  acknowledge(): void
}

export function createAcknowledger(connection: Pick<RtmpConnection, 'write'>): Acknowledger {
  let receivedBytes = 0
  let acknowledgedBytes = 0
  let windowBytes = WINDOW_BYTES
  return {
    received(bytes) {
      receivedBytes += bytes
    },
    setWindow(body) {
      if (body.length >= 4) windowBytes = Math.max(body.readUInt32BE(), MIN_WINDOW_BYTES)
    },
    acknowledge() {
      if (receivedBytes - acknowledgedBytes < windowBytes) return
      acknowledgedBytes = receivedBytes
      connection.write(acknowledgement(receivedBytes))
    },
  }
}
