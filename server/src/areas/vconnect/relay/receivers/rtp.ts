import type { RemoteInfo } from 'node:dgram'
import { createRtpWindow, readFec, readRtpPacket } from '@kinora/media'
import type { ReceiverSpec } from '../specs.ts'
import type { DatagramReader } from './datagrams.ts'
import type { ReceiverSink } from './receiver.ts'

/** A sender that is silent for so long gives way to another one. */
const GIVES_WAY_MS = 1000
const RATE_EVERY_MS = 1000
/** Nothing that is lost comes back without forward error correction: a hole waits for packets out of order. */
const REORDER_MS = 50

/** Reads MPEG-TS over RTP (RFC 2250) with forward error correction (SMPTE 2022-1). Times of payloads with it are later by the
 * latency, so that those that were recovered are in time at the next receiver too. */
export function readRtpDatagrams(
  spec: ReceiverSpec,
  sink: Pick<ReceiverSink, 'arrived' | 'payload'>,
): DatagramReader {
  const delayUs = spec.fec === 'none' ? 0 : spec.latencyMs * 1000
  let lastUs = 0
  const holdMs = spec.fec === 'none' ? Math.min(spec.latencyMs, REORDER_MS) : spec.latencyMs
  const window = createRtpWindow(holdMs, (payload, cameMs) => {
    lastUs = Math.max(lastUs, cameMs * 1000 + delayUs)
    sink.payload(payload, lastUs)
  })
  let sender: { readonly key: string; readonly address: string; lastMs: number } | null = null
  let packets = 0
  let measuredMs = 0
  let perSecond = 0

  /** Whether a packet is of the sender, whose place another one takes when it is silent. */
  function isOfSender(key: string, address: string, nowMs: number): boolean {
    if (sender?.key !== key) {
      if (sender !== null && nowMs - sender.lastMs < GIVES_WAY_MS) return false
      if (sender !== null) window.reset()
      sender = { key, address, lastMs: nowMs }
      return true
    }
    sender.lastMs = nowMs
    return true
  }

  function measure(nowMs: number): void {
    if (nowMs - measuredMs < RATE_EVERY_MS) return
    perSecond = (packets * 1000) / (nowMs - measuredMs)
    packets = 0
    measuredMs = nowMs
  }

  function neededMs({ columns, rows }: { readonly columns: number; readonly rows: number }): number | null {
    // Columns come during the next matrix.
    const count = rows === 0 ? columns : 2 * columns * rows
    return perSecond === 0 ? null : Math.ceil((count * 1000) / perSecond)
  }

  return {
    push(datagram, { address, port }: RemoteInfo, offset, nowMs) {
      if (offset !== 0) {
        const fec = sender?.address === address ? readFec(datagram) : null
        if (fec !== null) window.pushFec(fec)
        return 'left-out'
      }
      const packet = readRtpPacket(datagram)
      if (packet === null) return 'invalid'
      if (!isOfSender(`${address} ${port} ${packet.source}`, address, nowMs)) return 'left-out'
      packets += 1
      sink.arrived()
      window.push(packet, nowMs)
      return 'taken'
    },
    tick(nowMs) {
      measure(nowMs)
      window.tick(nowMs)
    },
    figures() {
      const { lost, unrecovered, matrix } = window.figures()
      const fec = matrix && { ...matrix, neededMs: neededMs(matrix) }
      return { rttMs: null, lost, unrecovered, fec }
    },
  }
}
