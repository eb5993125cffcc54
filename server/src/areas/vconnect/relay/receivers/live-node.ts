import { setTimeout as pause } from 'node:timers/promises'
import type { DestinationKind, InputKind } from '@kinora/contract'
import { readNode } from '../../../../platform/nodes/read-node.ts'
import type { RelayContext } from '../relay-context.ts'
import type { StreamPlace } from '../specs.ts'
import { createPayloads } from './payloads.ts'
import { NO_FIGURES, type Receiver, type ReceiverSink } from './receiver.ts'

/** How often the node of a stream that does not run is looked up. */
const CHECK_MS = 1000

/** Reads what viewers get of a live stream, or what an encoder publishes by RTMP, from the live node that has it. */
export function receiveFromNode(
  stream: StreamPlace,
  kind: InputKind | DestinationKind,
  sink: ReceiverSink,
  context: RelayContext,
): Receiver {
  const stop = new AbortController()
  const { access, mediaNodeOf, encoderNodeOf } = context.streams
  const isEncoder = kind === 'rtmp'
  let disconnect: () => void = () => undefined

  /** Reads until the connection ends. */
  async function read(nodeUrl: string): Promise<void> {
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    let isReceiving = false
    const push = createPayloads((payload, atUs) => {
      if (!isReceiving) sink.connected(null)
      isReceiving = true
      sink.payload(payload, atUs)
    })
    const reading = readNode({
      nodeUrl,
      access,
      streamId: stream.id,
      kind: 'media',
      onChunk: (chunk) => push(chunk, performance.now() * 1000),
      onClosed: resolve,
    })
    disconnect = reading.close
    stop.signal.addEventListener('abort', reading.close, { once: true })
    await closed
    stop.signal.removeEventListener('abort', reading.close)
    if (isReceiving && !stop.signal.aborted) sink.lost(isEncoder ? 'left' : 'not-live', null)
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      const nodeUrl = await (isEncoder ? encoderNodeOf : mediaNodeOf)(stream).catch(() => null)
      if (stop.signal.aborted) return
      if (nodeUrl !== null) await read(nodeUrl)
      await pause(CHECK_MS, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  }

  void run()
  return { figures: () => NO_FIGURES, disconnect: () => disconnect(), close: () => stop.abort() }
}
