import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { LinkReason } from '@kinora/contract'
import { checkReceivable } from '../../ends/own-address.ts'
import { keepTrying } from '../keep-trying.ts'
import type { RelayContext } from '../relay-context.ts'
import type { ReceiverSpec } from '../specs.ts'
import { untilAborted } from '../until-aborted.ts'
import { NO_FIGURES, type Receiver, type ReceiverSink } from './receiver.ts'

const SILENT_MS = 3000
const CHECK_MS = 500
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024

/** Receives datagrams at an address of this machine or a multicast group. */
export function receiveUdp(spec: ReceiverSpec, sink: ReceiverSink, context: RelayContext): Receiver {
  const stop = new AbortController()
  const url = new URL(spec.url ?? '')

  async function attempt(): Promise<LinkReason> {
    const { host, isMulticast, family } = checkReceivable(url, context.config)
    const socket = createSocket({ type: family === 4 ? 'udp4' : 'udp6', reuseAddr: isMulticast })
    const { promise: ended, resolve } = Promise.withResolvers<LinkReason>()
    socket.on('error', () => resolve('port-taken'))
    let lastMs: number | null = null
    socket.on('message', (payload, remote) => {
      if (lastMs === null) sink.connected(`${remote.address}:${remote.port}`)
      lastMs = performance.now()
      sink.payload(payload, lastMs * 1000)
    })
    socket.bind(Number(url.port), host, () => {
      // Both throw on machines that do not allow it, outside of what waits for this socket.
      try {
        if (isMulticast) socket.addMembership(host)
      } catch {
        resolve('failed')
      }
      try {
        socket.setRecvBufferSize(RECEIVE_BUFFER_BYTES)
      } catch {
        // The buffer of the system is used.
      }
      if (!stop.signal.aborted) sink.ready()
    })
    // The socket stays open, so that the stream can come back at any time.
    const check = setInterval(() => {
      if (lastMs === null || performance.now() - lastMs < SILENT_MS) return
      lastMs = null
      sink.lost('silent', null)
    }, CHECK_MS)
    try {
      return await untilAborted(stop.signal, ended)
    } finally {
      clearInterval(check)
      const closed = once(socket, 'close')
      socket.close()
      await closed
    }
  }

  void keepTrying(stop.signal, attempt, sink.lost)
  return { figures: () => NO_FIGURES, disconnect: () => undefined, close: () => stop.abort() }
}
