import type { LinkReason } from '@kinora/contract'
import { checkHost } from '../../../../platform/net/address-guard.ts'
import { rtmpServerOf } from '../../../../platform/transport/rtmp/client-socket.ts'
import { type PublishTo, publishRtmp, type RtmpLink } from '../../../../platform/transport/rtmp/publisher.ts'
import { publishPlace } from '../../ends/publish-place.ts'
import type { InputMedia } from '../input-media.ts'
import { keepTrying, type LinkFault } from '../keep-trying.ts'
import type { RelayContext } from '../relay-context.ts'
import type { SenderSpec } from '../specs.ts'
import { untilAborted } from '../until-aborted.ts'
import { createEarlyFrames } from './early-frames.ts'
import type { Sender, SenderSink } from './sender.ts'

/** A stream without a frame that RTMP carries for so long has none. */
const START_MS = 15_000

/** Publishes to an RTMP server, or to a live stream of this installation. */
export function sendRtmp(
  spec: SenderSpec,
  sink: SenderSink,
  context: RelayContext,
  media: InputMedia,
): Sender {
  const stop = new AbortController()
  let link: RtmpLink | null = null

  async function attempt(): Promise<LinkReason | LinkFault> {
    sink.connecting()
    const { promise: ended, resolve } = Promise.withResolvers<LinkFault>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<null>()
    const early = createEarlyFrames()
    const leave = media.listen({
      frame(body) {
        if (link === null) early.push(body)
        else link.send(body)
        if (!body.isConfig) begin(null)
      },
      reset() {
        early.reset()
        link?.reset()
      },
      fault: ({ detail }) => resolve({ reason: 'codec-not-supported', detail }),
    })
    const timeout = setTimeout(() => resolve({ reason: 'codec-not-supported', detail: null }), START_MS)
    try {
      // A server is not troubled with a stream that it cannot get.
      const fault = await untilAborted(stop.signal, Promise.race([begun, ended]))
      if (fault !== null) return fault
      clearTimeout(timeout)
      const target = await targetOf(spec, context)
      if (typeof target === 'string') return target
      link = await publishRtmp(target, { signal: stop.signal, onEnd: resolve, log: context.log })
      for (const body of early.all()) link.send(body)
      return await untilAborted(stop.signal, ended)
    } finally {
      clearTimeout(timeout)
      leave()
      link?.close()
      link = null
    }
  }

  void keepTrying(stop.signal, attempt, sink.failing)
  return {
    // The frames come from the media of the input.
    push: () => undefined,
    figures() {
      const known = link?.figures()
      return {
        rttMs: known?.rttMs ?? null,
        resent: 0,
        dropped: known?.dropped ?? 0,
        arrived: known?.acknowledged ?? 0,
        peers: link === null ? [] : [spec.url === null ? 'Kinora' : new URL(spec.url).host],
        queueBytes: known?.queueBytes ?? 0,
        sentBytes: known?.sentBytes ?? 0,
      }
    },
    close: () => stop.abort(),
  }
}

/** The server and the key of a destination, or why a live stream has none. @throws AddressRefused */
async function targetOf(
  { stream, url: given, streamId }: SenderSpec,
  { config, authorities, streams }: RelayContext,
): Promise<PublishTo | LinkReason> {
  if (stream === null) {
    const url = new URL(given ?? '')
    const checked = await checkHost(url, config)
    return {
      ...publishPlace(url, streamId),
      server: { ...rtmpServerOf(url, checked.address), ca: authorities },
    }
  }
  const place = await streams.publishPlaceOf(stream)
  if (place === null) return 'not-live'
  if (place === 'not-encrypted') return place
  const { host: address, port, tlsHost, streamKey } = place
  const server = { address, port, tlsHost, ca: authorities }
  return { app: 'live', name: streamKey, tcUrl: 'rtmp://kinora/live', server }
}
