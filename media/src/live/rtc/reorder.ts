import type { RtpPacket } from './rtp.ts'

/** Puts packets of one source back into order, and waits for lost ones to be sent again. */
export interface Reorder {
  push(packet: RtpPacket, nowMs: number): void
  /** Packets that are in order now. Gaps that nothing fills are given up. */
  take(nowMs: number): readonly { readonly packet: RtpPacket; readonly isAfterLoss: boolean }[]
  /** Sequence numbers to ask for now. */
  missing(nowMs: number): number[]
  /** Extended sequence number of the newest packet, and how many were expected and received. */
  counts(): { readonly highest: number; readonly expected: number; readonly received: number }
}

export const REORDER_LIMITS = {
  /** How long to wait for a lost packet. */
  waitMs: 150,
  /** Of one request. */
  missing: 64,
  /** Between two requests for the same packet. */
  askAgainMs: 40,
  /** A packet further ahead begins again. */
  ahead: 1000,
} as const

export function createReorder(): Reorder {
  const waiting = new Map<number, { readonly packet: RtpPacket; readonly at: number }>()
  const asked = new Map<number, number>()
  /** Extended sequence numbers. */
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
