import type { LinkReason } from '@kinora/contract'
import { checkHost } from '../../../../platform/net/address-guard.ts'
import { callSrt, type SrtLink } from '../../../../platform/transport/srt/caller.ts'
import { keepTrying, reasonOfEnd } from '../keep-trying.ts'
import type { RelayContext } from '../relay-context.ts'
import { createSourceClock } from '../source-clock.ts'
import type { ReceiverSpec } from '../specs.ts'
import { untilAborted } from '../until-aborted.ts'
import { NO_FIGURES, type Receiver, type ReceiverSink } from './receiver.ts'

const KEY_BYTES = 16

/** Connects to an SRT listener that sends. */
export function receiveAsCaller(spec: ReceiverSpec, sink: ReceiverSink, context: RelayContext): Receiver {
  const stop = new AbortController()
  const url = new URL(spec.url ?? '')
  let link: SrtLink | null = null
  let end: (reason: LinkReason) => void = () => undefined

  async function attempt(): Promise<LinkReason> {
    const { config, log } = context
    if (await context.isOwn(url)) return 'own-address'
    const checked = await checkHost(url, config)
    const timeOf = createSourceClock()
    const { promise: ended, resolve } = Promise.withResolvers<LinkReason>()
    end = resolve
    link = await callSrt(
      { ...spec, ...checked, port: Number(url.port), keyBytes: KEY_BYTES },
      {
        signal: stop.signal,
        log,
        onPayload: (payload, timestampUs) =>
          sink.payload(payload, timeOf(timestampUs, performance.now() * 1000)),
        onEnd: (why) => resolve(reasonOfEnd(why)),
      },
    )
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
