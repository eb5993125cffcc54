import type { RtpPacket } from './rtp.ts'

/** Reorders the packets of one source, and waits for retransmissions of lost ones. */
export interface Reorder {
  push(packet: RtpPacket, nowMs: number): void
  /** Returns the packets that are in order. Gives up gaps after `waitMs`. */
  take(nowMs: number): readonly { readonly packet: RtpPacket; readonly isAfterLoss: boolean }[]
  /** Returns sequence numbers to request again. */
  missing(nowMs: number): number[]
  /** Extended sequence number of the newest packet, and the number of expected and received packets. */
  counts(): { readonly highest: number; readonly expected: number; readonly received: number }
}

export const REORDER_LIMITS = {
  /** Time to wait for a lost packet. */
  waitMs: 150,
  /** Most packets in one request. */
  missing: 64,
  /** Interval of requests for the same packet. */
  askAgainMs: 40,
  /** A packet further ahead restarts the sequence. */
  ahead: 1000,
} as const

export function createReorder(): Reorder {
  const waiting = new Map<number, { readonly packet: RtpPacket; readonly at: number }>()
  const asked = new Map<number, number>()
  /** Extended sequence number of the next packet. */
  let next = 0
  let highest = -1
  let first = 0
  let received = 0
  let isAfterLoss = false

  function restart(sequence: number): void {
    waiting.clear()
    asked.clear()
    isAfterLoss = highest >= 0
    next = sequence
    first = sequence
    highest = sequence
    received = 0
  }

  return {
    push(packet, at) {
      if (highest === -1) restart(packet.sequence)
      const step = (((packet.sequence - highest) & 0xffff) << 16) >> 16
      if (Math.abs(step) > REORDER_LIMITS.ahead) restart(packet.sequence)
      const sequence = Math.abs(step) > REORDER_LIMITS.ahead ? packet.sequence : highest + step
      received += 1
      asked.delete(sequence)
      if (sequence < next || waiting.has(sequence)) return
      highest = Math.max(highest, sequence)
      waiting.set(sequence, { packet, at })
    },
    take(nowMs) {
      const ready: { packet: RtpPacket; isAfterLoss: boolean }[] = []
      while (waiting.size > 0) {
        const found = waiting.get(next)
        if (found === undefined) {
          let oldest = Number.POSITIVE_INFINITY
          for (const { at } of waiting.values()) oldest = Math.min(oldest, at)
          if (nowMs - oldest < REORDER_LIMITS.waitMs) break
          next = Math.min(...waiting.keys())
          for (const sequence of asked.keys()) if (sequence < next) asked.delete(sequence)
          isAfterLoss = true
          continue
        }
        waiting.delete(next)
        next += 1
        ready.push({ packet: found.packet, isAfterLoss })
        isAfterLoss = false
      }
      return ready
    },
    missing(nowMs) {
      const found: number[] = []
      for (let sequence = next; sequence < highest && found.length < REORDER_LIMITS.missing; sequence++) {
        if (waiting.has(sequence)) continue
        if (nowMs - (asked.get(sequence) ?? Number.NEGATIVE_INFINITY) < REORDER_LIMITS.askAgainMs) continue
        asked.set(sequence, nowMs)
        found.push(sequence & 0xffff)
      }
      return found
    },
    counts: () => ({ highest: Math.max(0, highest), expected: highest - first + 1, received }),
  }
}
