import { MAX_OPEN_ACKS } from './limits.ts'
import { CONTROL, words } from './packet.ts'
import type { ReceiveWindow } from './receive-window.ts'
import type { RoundTrip } from './round-trip.ts'

/** Acknowledges received packets. */
export interface Acknowledgements {
  /** Sends an acknowledgement, if packets have arrived since the last one or it was not confirmed in time. */
  send(nowMs: number): void
  /** The peer has received an acknowledgement. Measures the round trip. */
  confirm(number: number, nowMs: number): void
}

/** @param send sends a control packet of this type */
export function createAcknowledgements(
  window: Pick<ReceiveWindow, 'next' | 'freePackets'>,
  roundTrip: RoundTrip,
  start: { readonly sequence: number; readonly nowMs: number },
  send: (type: number, fields: { information: number; body: Buffer }) => void,
): Acknowledgements {
  const open = new Map<number, { readonly next: number; readonly sentMs: number }>()
  let lastNumber = 0
  let last = { next: start.sequence, sentMs: start.nowMs, isConfirmed: true }
  return {
    send(nowMs) {
      const next = window.next()
      const isRepeated = !last.isConfirmed && nowMs - last.sentMs >= roundTrip.timeoutMs()
      if (next === last.next && !isRepeated) return
      lastNumber = (lastNumber + 1) % 2 ** 32
      open.set(lastNumber, { next, sentMs: nowMs })
      const [oldest] = open.keys()
      if (open.size > MAX_OPEN_ACKS && oldest !== undefined) open.delete(oldest)
      last = { next, sentMs: nowMs, isConfirmed: false }
      const { meanUs, varianceUs } = roundTrip.microseconds()
      // Rates and link capacity stay 0, because live senders do not adapt to them.
      const body = words(next, meanUs, varianceUs, window.freePackets(), 0, 0, 0)
      send(CONTROL.ack, { information: lastNumber, body })
    },
    confirm(number, nowMs) {
      const ack = open.get(number)
      if (ack === undefined) return
      open.delete(number)
      roundTrip.add(nowMs - ack.sentMs)
      if (ack.next === last.next) last = { ...last, isConfirmed: true }
    },
  }
}
