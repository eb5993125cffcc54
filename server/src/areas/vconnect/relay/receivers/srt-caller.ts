import type { LinkReason } from '@kinora/contract'
import type { SrtLink } from '../../../../platform/transport/srt/link.ts'
import { keepTrying, reasonOfEnd } from '../keep-trying.ts'
import type { RelayContext } from '../relay-context.ts'
import { createSourceClock } from '../source-clock.ts'
import type { ReceiverSpec } from '../specs.ts'
import { connectSrt } from '../srt/connect-srt.ts'
import { untilAborted } from '../until-aborted.ts'
import { NO_FIGURES, type Receiver, type ReceiverSink } from './receiver.ts'

/** Connects to an SRT listener or a peer that sends. */
export function receiveAsCaller(spec: ReceiverSpec, sink: ReceiverSink, context: RelayContext): Receiver {
  const stop = new AbortController()
  const url = new URL(spec.url ?? '')
  let link: SrtLink | null = null
  let end: (reason: LinkReason) => void = () => undefined

  async function attempt(): Promise<LinkReason> {
    if (await context.isOwn(url)) return 'own-address'
    const timeOf = createSourceClock()
    const { promise: ended, resolve } = Promise.withResolvers<LinkReason>()
    end = resolve
    link = await connectSrt(spec, url, context, {
      signal: stop.signal,
      onPayload: (payload, timestampUs) =>
        sink.payload(payload, timeOf(timestampUs, performance.now() * 1000)),
      onEnd: (why) => resolve(reasonOfEnd(why)),
    })
    sink.connected(url.host)
    try {
      return await untilAborted(stop.signal, ended)
    } finally {
      link.close()
      link = null
    }
  }

  void keepTrying(stop.signal, attempt, sink.lost)
  return {
    figures: () => link?.figures() ?? NO_FIGURES,
    disconnect: () => end('left'),
    close: () => stop.abort(),
  }
}
