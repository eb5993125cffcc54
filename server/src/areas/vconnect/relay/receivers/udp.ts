import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { fecOffsets, type LinkReason } from '@kinora/contract'
import { checkReceivable } from '../../ends/own-address.ts'
import { keepTrying } from '../keep-trying.ts'
import type { RelayContext } from '../relay-context.ts'
import type { ReceiverSpec } from '../specs.ts'
import { untilAborted } from '../until-aborted.ts'
import type { DatagramReader } from './datagrams.ts'
import { NO_FIGURES, type Receiver, type ReceiverSink } from './receiver.ts'
import { readRtpDatagrams } from './rtp.ts'

const SILENT_MS = 3000
const CHECK_MS = 500
const TICK_MS = 20
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024

/** Receives MPEG-TS in datagrams, also over RTP, at an address of this machine or a multicast group. */
export function receiveUdp(spec: ReceiverSpec, sink: ReceiverSink, context: RelayContext): Receiver {
  const stop = new AbortController()
  const url = new URL(spec.url ?? '')
  let reader: DatagramReader | null = null
  let lastMs: number | null = null

  function take(datagram: Buffer, from: RemoteInfo, offset: number): void {
    const nowMs = performance.now()
    // A stream that was silent begins again.
    if (lastMs === null && offset === 0) {
      reader = spec.kind === 'rtp' ? readRtpDatagrams(spec, sink) : readPlainDatagrams(sink)
      sink.connected(`${from.address}:${from.port}`)
    }
    const taken = reader?.push(datagram, from, offset, nowMs)
    if (taken === 'invalid') sink.invalid()
    if (offset === 0) lastMs = nowMs
  }

  /** Opens the port of the stream, or of its forward error correction. */
  function open(offset: number, end: (reason: LinkReason) => void) {
    const { host, isMulticast, family } = checkReceivable(url, context.config)
    const socket = createSocket({ type: family === 4 ? 'udp4' : 'udp6', reuseAddr: isMulticast })
    socket.on('error', () => end('port-taken'))
    socket.on('message', (datagram, from) => take(datagram, from, offset))
    socket.bind(Number(url.port) + offset, host, () => {
      // Both throw on machines that do not allow it, outside of what waits for this socket.
      try {
        if (isMulticast) socket.addMembership(host)
      } catch {
        end('failed')
      }
      try {
        socket.setRecvBufferSize(RECEIVE_BUFFER_BYTES)
      } catch {
        // The buffer of the system is used.
      }
      if (offset === 0 && !stop.signal.aborted) sink.ready()
    })
    return async () => {
      const closed = once(socket, 'close')
      socket.close()
      await closed
    }
  }

  async function attempt(): Promise<LinkReason> {
    const { promise: ended, resolve } = Promise.withResolvers<LinkReason>()
    const closing = [0, ...fecOffsets(spec.fec)].map((offset) => open(offset, resolve))
    // The sockets stay open, so that the stream can come back at any time.
    const check = setInterval(() => {
      if (lastMs === null || performance.now() - lastMs < SILENT_MS) return
      lastMs = null
      // What it still holds is not passed on: nothing is received any more.
      reader = null
      sink.lost('silent', null)
    }, CHECK_MS)
    const ticks = spec.kind === 'rtp' && setInterval(() => reader?.tick(performance.now()), TICK_MS)
    try {
      return await untilAborted(stop.signal, ended)
    } finally {
      clearInterval(check)
      if (ticks !== false) clearInterval(ticks)
      lastMs = null
      await Promise.all(closing.map((close) => close()))
    }
  }

  void keepTrying(stop.signal, attempt, sink.lost)
  return {
    figures: () => reader?.figures() ?? NO_FIGURES,
    disconnect: () => undefined,
    close: () => stop.abort(),
  }
}

/** Each datagram is a payload. */
function readPlainDatagrams(sink: ReceiverSink): DatagramReader {
  return {
    push(datagram, _from, _offset, nowMs) {
      sink.payload(datagram, nowMs * 1000)
      return 'taken'
    },
    tick: () => undefined,
    figures: () => NO_FIGURES,
  }
}
