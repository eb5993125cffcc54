import { randomBytes } from 'node:crypto'
import { RtmpFault } from './fault.ts'

export const HANDSHAKE_BYTES = 1536
const VERSION = 3

/** Server side of the simple handshake (RTMP 1.0, 5.2). Encoders that prefer the signed handshake accept it too. */
export interface Handshake {
  /** Takes received bytes. Returns null until the handshake is complete, then the bytes after it.
   * @throws RtmpFault */
  take(bytes: Buffer): Buffer | null
}

export function createHandshake(write: (bytes: Buffer) => void): Handshake {
  let received = Buffer.alloc(0)
  let isAnswered = false
  return {
    take(bytes) {
      received = Buffer.concat([received, bytes])
      if (received.length > 0 && received[0] !== VERSION) throw new RtmpFault('not RTMP')
      const hasHello = received.length >= 1 + HANDSHAKE_BYTES
      if (hasHello && !isAnswered) {
        isAnswered = true
        write(answerTo(received.subarray(1, 1 + HANDSHAKE_BYTES)))
      }
      // The client's echo of our bytes is not checked: its authors disagree about the times in it.
      const end = 1 + 2 * HANDSHAKE_BYTES
      return received.length >= end ? received.subarray(end) : null
    },
  }
}

/** S0, S1 with a time and a version of zero, which announces the simple handshake, and S2. */
function answerTo(hello: Buffer): Buffer {
  return Buffer.concat([Buffer.from([VERSION]), Buffer.alloc(8), randomBytes(HANDSHAKE_BYTES - 8), hello])
}
