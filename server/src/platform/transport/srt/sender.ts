import type { SrtKeys } from './keys.ts'
import { CONTROL, markResent, words, writeData } from './packet.ts'
import type { RoundTrip } from './round-trip.ts'

/** The sending half of a connection: keeps packets until the peer has acknowledged them or it is too late for them. */
export interface SrtSender {
  /** @param atUs time of the payload on the clock of the connection's owner */
  push(payload: Buffer, atUs: number): void
  /** Takes an acknowledgement of the peer. */
  acknowledge(body: Buffer): void
  /** Sends reported losses again. */
  resend(body: Buffer): void
  /** Gives up packets that the peer no longer waits for. */
  expire(nowMs: number): void
  counts(): SentCounts
}

export interface SentCounts {
  readonly packets: number
  readonly resent: number
  /** Packets that were given up before the peer acknowledged them. */
  readonly dropped: number
  /** Packets that the peer has acknowledged. */
  readonly acknowledged: number
}

interface SenderOptions {
  readonly peerSocketId: number
  readonly initialSequence: number
  /** Time that the peer waits for lost packets. */
  readonly peerLatencyMs: number
  readonly maxPackets: number
  readonly startedMs: number
  readonly keys: SrtKeys | null
  readonly roundTrip: RoundTrip
  readonly nowMs: () => number
  readonly send: (datagram: Buffer) => void
  readonly sendControl: (type: number, fields: { information?: number; body: Buffer }) => void
}

interface Sent {
  readonly datagram: Buffer
  readonly sentMs: number
  lastMs: number
}

const SEQUENCES = 2 ** 31
const RANGE_BIT = 0x8000_0000
/** The shortest time until a packet is dropped, as in libsrt. */
const LEAST_DROP_MS = 1000
const DROP_MARGIN_MS = 20

/** Sequence numbers have 31 bits and wrap. Positions do not. */
export function createSrtSender(options: SenderOptions): SrtSender {
  const { peerSocketId, initialSequence, keys, roundTrip, nowMs, send, sendControl } = options
  const sent = new Map<number, Sent>()
  const keptMs = Math.max(options.peerLatencyMs, LEAST_DROP_MS) + DROP_MARGIN_MS
  let first = initialSequence
  let next = initialSequence
  let resent = 0
  let dropped = 0
  let acknowledged = 0
  return {
    push(payload, atUs) {
      const sequence = next % SEQUENCES
      const sealed = keys === null ? { keyFlag: 0, payload } : keys.encrypt(sequence, payload)
      const timestampUs = atUs - options.startedMs * 1000
      const message = next - initialSequence + 1
      const datagram = writeData(
        { sequence, keyFlag: sealed.keyFlag, message, socketId: peerSocketId, timestampUs },
        sealed.payload,
      )
      const now = nowMs()
      sent.set(next, { datagram, sentMs: now, lastMs: now })
      next += 1
      send(datagram)
      if (next - first > options.maxPackets) dropBefore(first + 1)
    },
    acknowledge(body) {
      if (body.length < 4) return
      const until = Math.min(positionOf(body.readUInt32BE(0) % SEQUENCES), next)
      for (; first < until; first++) if (sent.delete(first)) acknowledged += 1
      if (body.length >= 8) roundTrip.adopt(body.readUInt32BE(4) / 1000)
    },
    resend(body) {
      const now = nowMs()
      for (let at = 0; at + 4 <= body.length; at += 4) {
        const word = body.readUInt32BE(at)
        const from = positionOf(word % SEQUENCES)
        let to = from
        if (word >= RANGE_BIT && at + 8 <= body.length) {
          at += 4
          to = positionOf(body.readUInt32BE(at) % SEQUENCES)
        }
        if (from < first) notifyDropped(from, Math.min(to, first - 1))
        for (let position = Math.max(from, first); position <= to && position < next; position++)
          sendAgain(position, now)
      }
    },
    expire(now) {
      let until = first
      for (let packet = sent.get(until); packet && now - packet.sentMs > keptMs; packet = sent.get(until))
        until += 1
      if (until > first) dropBefore(until)
    },
    counts: () => ({ packets: next - initialSequence, resent, dropped, acknowledged }),
  }

  function sendAgain(position: number, now: number): void {
    const packet = sent.get(position)
    // Peers repeat their reports sooner than an answer can arrive.
    if (packet === undefined || now - packet.lastMs < roundTrip.shortestMs()) return
    packet.lastMs = now
    markResent(packet.datagram)
    resent += 1
    send(packet.datagram)
  }

  function dropBefore(position: number): void {
    const from = first
    for (; first < position; first++) if (sent.delete(first)) dropped += 1
    notifyDropped(from, position - 1)
  }

  /** Tells the peer not to wait for packets. */
  function notifyDropped(from: number, to: number): void {
    const information = from - initialSequence + 1
    sendControl(CONTROL.dropRequest, { information, body: words(from % SEQUENCES, to % SEQUENCES) })
  }

  /** Position of a sequence number, taken nearest to the next position. */
  function positionOf(sequence: number): number {
    const forward = (sequence - (next % SEQUENCES) + SEQUENCES) % SEQUENCES
    return next + (forward < SEQUENCES / 2 ? forward : forward - SEQUENCES)
  }
}
