import type { SrtConnection } from '../../../../platform/transport/srt/connection.ts'
import {
  type SrtCall,
  type SrtDecision,
  type SrtListener,
  startSrtListener,
} from '../../../../platform/transport/srt/listener.ts'
import { SRT_REJECTIONS } from '../../../../platform/transport/srt/rejections.ts'
import { checkKeys, hasStreamId } from '../caller-checks.ts'
import { keepTrying } from '../keep-trying.ts'
import type { RelayContext } from '../relay-context.ts'
import type { SenderSpec } from '../specs.ts'
import { untilAborted } from '../until-aborted.ts'
import type { Sender, SenderSink } from './sender.ts'

/** Waits on a port for callers, and sends to each. */
export function sendAsListener(spec: SenderSpec, sink: SenderSink, context: RelayContext): Sender {
  const stop = new AbortController()
  const peers = new Map<SrtCall, SrtConnection>()
  /** Counts of receivers that have left. */
  const left = { resent: 0, dropped: 0, arrived: 0 }

  async function decide(call: SrtCall): Promise<SrtDecision> {
    if (!hasStreamId(call.request.streamId, spec)) return { isAccepted: false, code: SRT_REJECTIONS.notFound }
    const checked = await checkKeys(call, spec, context)
    if ('code' in checked) return { isAccepted: false, code: checked.code }
    if (peers.size >= spec.maxCallers) return { isAccepted: false, code: SRT_REJECTIONS.tooManyConnections }
    return {
      isAccepted: true,
      keys: checked.keys,
      onPayload: () => undefined,
      onOpen: (connection) => void peers.set(call, connection),
      onEnd() {
        const { sent } = peers.get(call)?.figures() ?? {}
        left.resent += sent?.resent ?? 0
        left.dropped += sent?.dropped ?? 0
        left.arrived += sent?.acknowledged ?? 0
        peers.delete(call)
      },
    }
  }

  let listener: SrtListener | null = null
  void keepTrying(
    stop.signal,
    async () => {
      sink.connecting()
      const { port, latencyMs } = spec
      const { log, config } = context
      const limits = { latencyMs, idleTimeoutMs: Number.POSITIVE_INFINITY }
      try {
        listener = await startSrtListener({ port, host: config.HOST, log, decide, limits })
      } catch {
        return 'port-taken'
      }
      try {
        return await untilAborted(stop.signal)
      } finally {
        await listener.close()
      }
    },
    sink.failing,
  )
  return {
    push(payload, atUs) {
      for (const connection of peers.values()) connection.push(payload, atUs)
    },
    figures() {
      const all = [...peers.values()].map((connection) => connection.figures())
      const sum = (of: (each: (typeof all)[number]) => number) =>
        all.reduce((total, each) => total + of(each), 0)
      return {
        rttMs: all.length === 0 ? null : Math.max(...all.map(({ rttMs }) => rttMs)),
        resent: left.resent + sum(({ sent }) => sent.resent),
        dropped: left.dropped + sum(({ sent }) => sent.dropped),
        arrived: left.arrived + sum(({ sent }) => sent.acknowledged),
        peers: [...peers.keys()].map(({ peer }) => peer),
        queueBytes: null,
        sentBytes: null,
      }
    },
    close: () => stop.abort(),
  }
}
