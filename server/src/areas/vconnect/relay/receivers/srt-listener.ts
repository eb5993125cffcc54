import ipaddr from 'ipaddr.js'
import type { SrtConnection } from '../../../../platform/transport/srt/connection.ts'
import {
  type SrtCall,
  type SrtDecision,
  type SrtListener,
  startSrtListener,
} from '../../../../platform/transport/srt/listener.ts'
import { SRT_REJECTIONS } from '../../../../platform/transport/srt/rejections.ts'
import { checkKeys, hasStreamId } from '../caller-checks.ts'
import { keepTrying, reasonOfEnd } from '../keep-trying.ts'
import type { RelayContext } from '../relay-context.ts'
import { createSourceClock } from '../source-clock.ts'
import type { ReceiverSpec } from '../specs.ts'
import { NO_FIGURES, type Receiver, type ReceiverSink } from './receiver.ts'

/** A caller that is silent for so long gives way to the next one. */
const GIVES_WAY_MS = 2000

/** Waits on a port for a caller that sends. */
export function receiveAsListener(spec: ReceiverSpec, sink: ReceiverSink, context: RelayContext): Receiver {
  const stop = new AbortController()
  let current: { readonly call: SrtCall; connection: SrtConnection | null } | null = null

  async function decide(call: SrtCall): Promise<SrtDecision> {
    if (!isAllowed(call.address, spec.allowedNetworks)) return refused(SRT_REJECTIONS.forbidden)
    if (!hasStreamId(call.request.streamId, spec)) return refused(SRT_REJECTIONS.notFound)
    const checked = await checkKeys(call, spec, context)
    if ('code' in checked) return refused(checked.code)
    if (current !== null && current.call.silentForMs() < GIVES_WAY_MS) return refused(SRT_REJECTIONS.conflict)
    current?.call.close(SRT_REJECTIONS.conflict)
    const own: NonNullable<typeof current> = { call, connection: null }
    current = own
    const timeOf = createSourceClock()
    return {
      isAccepted: true,
      keys: checked.keys,
      onPayload(payload, timestampUs) {
        if (current === own) sink.payload(payload, timeOf(timestampUs, performance.now() * 1000))
      },
      onOpen(connection) {
        own.connection = connection
        sink.connected(call.peer)
      },
      onEnd(end) {
        if (current !== own) return
        current = null
        if (!stop.signal.aborted) sink.lost(reasonOfEnd(end), null)
      },
    }
  }

  let listener: SrtListener | null = null
  void keepTrying(
    stop.signal,
    async () => {
      const { port, latencyMs } = spec
      const { log, config } = context
      try {
        listener = await startSrtListener({ port, host: config.HOST, log, decide, limits: { latencyMs } })
      } catch {
        return 'port-taken'
      }
      await new Promise((resolve) => stop.signal.addEventListener('abort', resolve, { once: true }))
      await listener.close()
      return 'left'
    },
    sink.lost,
  )
  return {
    figures: () => current?.connection?.figures() ?? NO_FIGURES,
    disconnect() {
      current?.call.close(SRT_REJECTIONS.forbidden)
      current = null
    },
    close: () => stop.abort(),
  }
}

function refused(code: number): SrtDecision {
  return { isAccepted: false, code }
}

function isAllowed(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true
  const parsed = ipaddr.process(address)
  return networks.some((network) => {
    const range = ipaddr.parseCIDR(network)
    return range[0].kind() === parsed.kind() && parsed.match(range)
  })
}
