import { randomBytes } from 'node:crypto'
import { HANDSHAKE_BYTES } from './handshake.ts'

/** Client side of the simple handshake (RTMP 1.0, 5.2). */
export interface Greeting {
  /** C0 and C1. */
  readonly hello: Buffer
  /** Takes received bytes. Returns null until the handshake is complete, then the bytes after it. */
  take(bytes: Buffer): Buffer | null
}

const VERSION = 3

/** @param write sends C2 */
export function createGreeting(write: (bytes: Buffer) => void): Greeting {
  let received: Buffer | null = Buffer.alloc(0)
  return {
    hello: Buffer.concat([Buffer.from([VERSION]), Buffer.alloc(8), randomBytes(HANDSHAKE_BYTES - 8)]),
    take(bytes) {
      if (received === null) return bytes
      received = Buffer.concat([received, bytes])
      const end = 1 + 2 * HANDSHAKE_BYTES
      if (received.length < end) return null
      const rest = received.subarray(end)
      write(received.subarray(1, 1 + HANDSHAKE_BYTES))
      received = null
      return rest
    },
  }
}
