import { hashPayload } from './payload-hash.ts'

/** Notices a stream that comes back to the input from which it was sent. Pure: times come from the caller. */
export interface LoopWatch {
  /** Returns whether the stream comes back. */
  push(payload: Buffer, nowMs: number): boolean
}

/** Payloads that are compared. */
const KEPT = 4096
/** A payload that comes twice may have been sent twice. One that comes three times goes around. */
const ROUNDS = 3
const WINDOW_MS = 2000
/** Payloads of a window after which it says something, and the share of them that go around in a loop. Tables of a program
 * repeat themselves too, but not most of a stream. */
const LEAST_PAYLOADS = 100
const LEAST_SHARE = 0.8
const PACKET_BYTES = 188
const NULL_PACKETS = 0x1fff

export function createLoopWatch(): LoopWatch {
  const counts = new Map<number, number>()
  let all = 0
  let again = 0
  let windowMs = Number.NEGATIVE_INFINITY
  return {
    push(payload, nowMs) {
      if (isPadding(payload)) return false
      const hash = hashPayload(payload)
      const count = (counts.get(hash) ?? 0) + 1
      counts.set(hash, count)
      const [first] = counts.keys()
      if (counts.size > KEPT && first !== undefined) counts.delete(first)
      if (nowMs - windowMs > WINDOW_MS) {
        windowMs = nowMs
        all = 0
        again = 0
      }
      all += 1
      if (count >= ROUNDS) again += 1
      return all >= LEAST_PAYLOADS && again >= all * LEAST_SHARE
    },
  }
}

/** Whether a payload has only null packets, which are all the same. */
function isPadding(payload: Buffer): boolean {
  for (let at = 0; at + PACKET_BYTES <= payload.length; at += PACKET_BYTES)
    if ((payload.readUInt16BE(at + 1) & 0x1fff) !== NULL_PACKETS) return false
  return true
}
