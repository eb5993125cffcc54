import type { LinkReason } from '@kinora/contract'
import type { SrtLink } from '../../../../platform/transport/srt/link.ts'
import { keepTrying, reasonOfEnd } from '../keep-trying.ts'
import type { RelayContext } from '../relay-context.ts'
import type { SenderSpec } from '../specs.ts'
import { connectSrt } from '../srt/connect-srt.ts'
import type { Sender, SenderSink } from './sender.ts'

/** Connects to an SRT listener or a peer, and sends. */
export function sendAsCaller(spec: SenderSpec, sink: SenderSink, context: RelayContext): Sender {
  const stop = new AbortController()
  const url = new URL(spec.url ?? '')
  let link: SrtLink | null = null

  async function attempt(): Promise<LinkReason> {
    sink.connecting()
    if (await context.isOwn(url)) return 'own-address'
    const { promise: ended, resolve } = Promise.withResolvers<LinkReason>()
    stop.signal.addEventListener('abort', () => resolve('left'), { once: true })
    link = await connectSrt(spec, url, context, {
      signal: stop.signal,
      // A receiver sends no media, which does not end the connection.
      limits: { idleTimeoutMs: Number.POSITIVE_INFINITY },
      onPayload: () => undefined,
      onEnd: (end) => resolve(reasonOfEnd(end)),
    })
    try {
      return await ended
    } finally {
      link.close()
      link = null
    }
  }

  void keepTrying(stop.signal, attempt, sink.failing)
  return {
    push: (payload, atUs) => link?.push(payload, atUs),
    figures() {
      const known = link?.figures()
      return {
        rttMs: known?.rttMs ?? null,
        resent: known?.sent.resent ?? 0,
        dropped: known?.sent.dropped ?? 0,
        arrived: known?.sent.acknowledged ?? 0,
        peers: link === null ? [] : [url.host],
        queueBytes: null,
        sentBytes: null,
      }
    },
    close: () => stop.abort(),
  }
}
