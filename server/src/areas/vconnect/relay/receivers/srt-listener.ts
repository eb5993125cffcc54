import { createPathMerge } from '@kinora/media'
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
import { untilAborted } from '../until-aborted.ts'
import { NO_FIGURES, type Receiver, type ReceiverSink } from './receiver.ts'

/** A caller that is silent for so long gives way to the next one. */
const GIVES_WAY_MS = 2000
const CHECK_MS = 20

/** A connected caller. */
interface Path {
  readonly call: SrtCall
  connection: SrtConnection | null
}

/** Waits on a port for a caller that sends, or for two that send the same. */
export function receiveAsListener(spec: ReceiverSpec, sink: ReceiverSink, context: RelayContext): Receiver {
  const stop = new AbortController()
  const paths = new Map<number, Path>()
  const merge = createPathMerge(spec.latencyMs, sink.payload)
  const isDouble = spec.paths === 2
  let lostBefore = 0

  async function decide(call: SrtCall): Promise<SrtDecision> {
    if (!isAllowed(call.address, spec.allowedNetworks)) return refused(SRT_REJECTIONS.forbidden)
    if (!hasStreamId(call.request.streamId, spec)) return refused(SRT_REJECTIONS.notFound)
    const checked = await checkKeys(call, spec, context)
    if ('code' in checked) return refused(checked.code)
    const place = freePlace()
    if (place === null) return refused(SRT_REJECTIONS.conflict)
    paths.get(place)?.call.close(SRT_REJECTIONS.conflict)
    merge.leave(place)
    const own: Path = { call, connection: null }
    paths.set(place, own)
    const timeOf = createSourceClock()
    return {
      isAccepted: true,
      keys: checked.keys,
      onPayload(payload, timestampUs, number) {
        if (paths.get(place) !== own) return
        const nowMs = performance.now()
        const atUs = timeOf(timestampUs, nowMs * 1000)
        if (isDouble) merge.push(place, number, payload, atUs, nowMs)
        else sink.payload(payload, atUs)
      },
      onOpen(connection) {
        own.connection = connection
        if (paths.size > 1) {
          sink.changed(peersOf())
          return
        }
        lostBefore = merge.lost()
        sink.connected(peersOf())
      },
      onEnd(end) {
        if (paths.get(place) !== own) return
        paths.delete(place)
        merge.leave(place)
        if (stop.signal.aborted) return
        if (paths.size === 0) sink.lost(reasonOfEnd(end), null)
        else sink.changed(peersOf())
      },
    }
  }

  /** A place without a caller, or with one that is silent. */
  function freePlace(): number | null {
    for (let place = 0; place < spec.paths; place++) {
      const known = paths.get(place)
      if (known === undefined || known.call.silentForMs() >= GIVES_WAY_MS) return place
    }
    return null
  }

  function peersOf(): string {
    return Array.from(paths.values(), ({ call }) => call.peer).join(', ')
  }

  const checks = setInterval(() => merge.tick(performance.now()), CHECK_MS)
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
      if (!stop.signal.aborted) sink.ready()
      try {
        return await untilAborted(stop.signal)
      } finally {
        await listener.close()
      }
    },
    sink.lost,
  )
  return {
    figures() {
      const all = [...paths.values()].flatMap(({ connection }) => connection?.figures() ?? [])
      if (all.length === 0) return NO_FIGURES
      const sum = (of: (each: (typeof all)[number]) => number) =>
        all.reduce((total, each) => total + of(each), 0)
      return {
        rttMs: Math.max(...all.map(({ rttMs }) => rttMs)),
        lost: sum(({ lost }) => lost),
        // What one path has lost may have come on the other.
        unrecovered: isDouble ? merge.lost() - lostBefore : sum(({ unrecovered }) => unrecovered),
      }
    },
    disconnect() {
      for (const { call } of paths.values()) call.close(SRT_REJECTIONS.forbidden)
      paths.clear()
    },
    close() {
      clearInterval(checks)
      stop.abort()
    },
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
