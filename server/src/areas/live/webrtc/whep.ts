import { randomBytes } from 'node:crypto'
import { type RtcOffer, readRtcOffer, rtcAnswer } from '@kinora/media'
import type { Logger } from '../../../platform/log.ts'
import type { RtcLibrary } from './library.ts'
import { RTC_ID_BYTES, RTC_LIMITS, RTC_TICK_MS } from './limits.ts'
import type { RtcOutput, RtcWatch } from './output.ts'
import { openPeer, type RtcEndpoint, type RtcPeer } from './peer.ts'
import { createSender, type RtcSender } from './viewer.ts'

/** Serves running streams to browsers with WHEP (draft-ietf-wish-whep). Delivery authorizes the viewers. */
export interface WhepServer {
  /** @param onClosed the viewer has left or was disconnected; called once, after an answer */
  watch(request: WhepRequest, onClosed: () => void): Promise<WhepAnswer>
  /** Disconnects a viewer. False if there is none with this ID. */
  end(id: string): boolean
  close(): void
}

export interface WhepRequest {
  readonly sdp: string
  readonly streamId: string
  /** IP address of the viewer. */
  readonly address: string
}

export type WhepAnswer =
  | { readonly type: 'answer'; readonly id: string; readonly sdp: string }
  | { readonly type: 'refused'; readonly reason: 'not-offered' | 'full' | 'codec-not-supported' | 'failed' }
  | { readonly type: 'sdp-not-valid'; readonly detail: string }

export interface WhepOptions {
  readonly library: RtcLibrary
  readonly endpoint: RtcEndpoint
  readonly log: Logger
  readonly maxViewers: number
  /** Finds a running stream. Null if this node does not have it, or the stream does not offer WebRTC. */
  readonly outputOf: (streamId: string) => WatchedStream | null
}

export interface WatchedStream {
  readonly output: RtcOutput
  /** Start of the session, epoch ms. */
  readonly epochMs: number
}

interface Viewer {
  readonly streamId: string
  readonly address: string
  readonly startedMs: number
  readonly onClosed: () => void
  peer: RtcPeer | null
  sender: RtcSender | null
  watch: RtcWatch | null
}

export function startWhepServer(options: WhepOptions): WhepServer {
  const { library, endpoint, log, maxViewers, outputOf } = options
  const viewers = new Map<string, Viewer>()
  const timer = setInterval(tick, RTC_TICK_MS)

  function finish(id: string): void {
    const viewer = viewers.get(id)
    if (viewer === undefined) return
    viewers.delete(id)
    viewer.watch?.leave()
    viewer.peer?.close()
    viewer.onClosed()
  }

  function tick(): void {
    const now = performance.now()
    for (const [id, { peer, sender, startedMs }] of viewers) {
      if (peer === null || sender === null) continue
      const isLate = !peer.isConnected() && now - startedMs > RTC_LIMITS.connectMs
      if (isLate || (peer.isConnected() && sender.silentForMs() > RTC_LIMITS.viewerSilenceMs)) finish(id)
      else if (peer.isConnected()) sender.tick()
    }
  }

  /** Whether another viewer may connect. If too many are not connected yet, the first of the stream that has most gives way, so that
   * offers without a viewer behind them close WebRTC for no other stream. */
  function takePlace(address: string): boolean {
    const pending = [...viewers].filter(([, { peer }]) => !peer?.isConnected())
    const own = pending.filter(([, viewer]) => viewer.address === address)
    if (viewers.size >= maxViewers || own.length >= RTC_LIMITS.maxPendingOfAddress) return false
    if (pending.length < RTC_LIMITS.maxPending) return true
    const byStream = Map.groupBy(pending, ([, { streamId }]) => streamId)
    const [most = []] = [...byStream.values()].toSorted((one, other) => other.length - one.length)
    for (const [id] of most.slice(0, 1)) finish(id)
    return true
  }

  async function connect(
    id: string,
    viewer: Viewer,
    offer: RtcOffer,
    { output, epochMs }: WatchedStream,
  ): Promise<string | null> {
    const sender = createSender({
      offer,
      epochMs,
      send: (mid, packet) => viewer.peer?.send(mid, packet),
      frames: () => viewer.watch?.frames() ?? [],
    })
    const peer = await openPeer(library, endpoint, offer, sender.sources, {
      onPacket: (_mid, packet) => sender.receive(packet),
      onConnected: () => sender.start(viewer.watch?.frames() ?? []),
      onGone: () => finish(id),
    })
    viewer.peer = peer
    if (!viewers.has(id)) return null
    viewer.sender = sender
    viewer.watch = output.watch({ video: sender.video, audio: sender.audio, ended: () => finish(id) })
    if (viewer.watch === null) return null
    return rtcAnswer(offer, peer.local, peer.addresses, sender.sources)
  }

  return {
    async watch({ sdp, streamId, address }, onClosed) {
      const read = readRtcOffer(sdp, 'receives')
      if (read.type === 'not-valid') return { type: 'sdp-not-valid', detail: read.reason }
      if (read.type === 'codec-not-supported') return { type: 'refused', reason: 'codec-not-supported' }
      const stream = outputOf(streamId)
      if (stream === null) return { type: 'refused', reason: 'not-offered' }
      if (!takePlace(address)) return { type: 'refused', reason: 'full' }
      const id = randomBytes(RTC_ID_BYTES).toString('base64url')
      let isAnswered = false
      const viewer: Viewer = {
        streamId,
        address,
        startedMs: performance.now(),
        peer: null,
        sender: null,
        watch: null,
        onClosed: () => {
          if (isAnswered) onClosed()
        },
      }
      viewers.set(id, viewer)
      try {
        const answer = await connect(id, viewer, read.offer, stream)
        if (answer === null || !viewers.has(id)) {
          finish(id)
          viewer.peer?.close()
          return { type: 'refused', reason: 'not-offered' }
        }
        isAnswered = true
        return { type: 'answer', id, sdp: answer }
      } catch (err) {
        log.warn({ err }, 'a WebRTC viewer cannot be connected')
        finish(id)
        return { type: 'refused', reason: 'failed' }
      }
    },
    end(id) {
      if (!viewers.has(id)) return false
      finish(id)
      return true
    },
    close() {
      clearInterval(timer)
      for (const id of [...viewers.keys()]) finish(id)
    },
  }
}
