import type { SrtLimits } from './limits.ts'

/** Reorders packets and tracks missing ones. Pure: times come from the caller. */
export interface ReceiveWindow {
  /** Returns the losses that this packet reveals. */
  receive(sequence: number, payload: Buffer, nowMs: number, timestampUs?: number): LossRange[]
  /** Skips packets that the sender has dropped. */
  skip(first: number, last: number, nowMs: number): void
  /** Gives up packets that have been missing for too long. */
  expire(nowMs: number): void
  losses(): LossRange[]
  /** Sequence number before which all packets were delivered or given up. */
  next(): number
  /** Number of packets that the sender may have in flight. */
  freePackets(): number
  /** Packets that were missing at first, and those of them that were given up. */
  counts(): { readonly lost: number; readonly unrecovered: number }
}

export interface LossRange {
  readonly first: number
  readonly last: number
}

interface Waiting {
  /** Null if the packet was given up. */
  readonly payload: Buffer | null
  readonly receivedMs: number
  readonly timestampUs: number
}

const SEQUENCES = 2 ** 31

type WindowLimits = Pick<SrtLimits, 'maxBufferedBytes' | 'maxWindowPackets' | 'latencyMs'>

/** Sequence numbers have 31 bits and wrap. Positions inside the window do not wrap. */
export function createReceiveWindow(
  initialSequence: number,
  { maxBufferedBytes, maxWindowPackets, latencyMs }: WindowLimits,
  deliver: (payload: Buffer, timestampUs: number, position: number) => void,
): ReceiveWindow {
  const waiting = new Map<number, Waiting>()
  const missing = new Set<number>()
  let next = initialSequence
  let highest = initialSequence - 1
  let bufferedBytes = 0
  let lostPackets = 0
  let unrecovered = 0

  return {
    receive(sequence, payload, nowMs, timestampUs = 0) {
      const position = positionOf(sequence)
      if (position < next || waiting.has(position)) return []
      if (position - next >= maxWindowPackets) giveUpBefore(position)
      const from = highest + 1
      for (let lost = from; lost < position; lost++) miss(lost)
      highest = Math.max(highest, position)
      missing.delete(position)
      waiting.set(position, { payload, receivedMs: nowMs, timestampUs })
      bufferedBytes += payload.length
      drain()
      while (bufferedBytes > maxBufferedBytes) giveUpBefore(firstWaiting())
      return from < position ? [{ first: from % SEQUENCES, last: (position - 1) % SEQUENCES }] : []
    },
    skip(first, last, nowMs) {
      const from = Math.max(positionOf(first), next)
      const to = Math.min(positionOf(last), next + maxWindowPackets - 1)
      if (from > to) return
      for (let position = from; position <= to; position++) {
        if (waiting.has(position)) continue
        if (missing.delete(position)) unrecovered += 1
        waiting.set(position, { payload: null, receivedMs: nowMs, timestampUs: 0 })
      }
      for (let lost = highest + 1; lost < from; lost++) miss(lost)
      highest = Math.max(highest, to)
      drain()
    },
    expire(nowMs) {
      while (waiting.size > 0) {
        const position = firstWaiting()
        const { receivedMs = nowMs } = waiting.get(position) ?? {}
        if (nowMs - receivedMs < latencyMs) return
        giveUpBefore(position)
      }
    },
    losses() {
      const ranges: { first: number; last: number }[] = []
      let previous = -2
      for (const position of missing) {
        const range = ranges.at(-1)
        if (range && position === previous + 1) range.last = position % SEQUENCES
        else ranges.push({ first: position % SEQUENCES, last: position % SEQUENCES })
        previous = position
      }
      return ranges
    },
    next: () => next % SEQUENCES,
    freePackets: () => Math.max(maxWindowPackets - (highest + 1 - next), 2),
    counts: () => ({ lost: lostPackets, unrecovered }),
  }

  function miss(position: number): void {
    missing.add(position)
    lostPackets += 1
  }

  /** Position of a sequence number, taken nearest to the next position. */
  function positionOf(sequence: number): number {
    const forward = (sequence - (next % SEQUENCES) + SEQUENCES) % SEQUENCES
    return next + (forward < SEQUENCES / 2 ? forward : forward - SEQUENCES)
  }

  function firstWaiting(): number {
    let position = next
    while (!waiting.has(position) && position <= highest) position += 1
    return position
  }

  /** Gives up missing packets before the position. Delivers the received ones, and the packets that follow in order. */
  function giveUpBefore(position: number): void {
    const end = Math.min(position, highest + 1)
    while (next < end) {
      if (missing.delete(next)) unrecovered += 1
      if (waiting.has(next)) deliverNext()
      else next += 1
    }
    next = position
    highest = Math.max(highest, position - 1)
    drain()
  }

  function drain(): void {
    while (waiting.has(next)) deliverNext()
  }

  function deliverNext(): void {
    const { payload = null, timestampUs = 0 } = waiting.get(next) ?? {}
    const position = next
    waiting.delete(position)
    next += 1
    if (payload === null) return
    bufferedBytes -= payload.length
    deliver(payload, timestampUs, position)
  }
}
