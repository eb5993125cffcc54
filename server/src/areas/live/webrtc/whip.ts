import { randomBytes } from 'node:crypto'
import { type LiveSink, type RtcOffer, readRtcOffer, rtcAnswer } from '@kinora/media'
import type { Ffmpeg } from '../../../platform/ffmpeg/index.ts'
import type { Logger } from '../../../platform/log.ts'
import type { OnPublish, Publisher, PublishRefusal } from '../ingest/publisher.ts'
import type { RtcLibrary } from './library.ts'
import { RTC_ID_BYTES, RTC_LIMITS, RTC_TICK_MS } from './limits.ts'
import { openPeer, type RtcEndpoint, type RtcPeer } from './peer.ts'
import { createReceiver, type RtcReceiver } from './receiver.ts'
import { splitFrames } from './sent-media.ts'
import { startTranscoder, type Transcoder } from './transcoder.ts'

/** Accepts publishers with WHIP (RFC 9725). The web server forwards their offers. */
export interface WhipServer {
  publish(request: WhipRequest): Promise<WhipAnswer>
  /** Ends a session. False if there is none with this ID. */
  end(id: string): boolean
  /** Disconnects all publishers. */
  close(): void
}

export interface WhipRequest {
  readonly sdp: string
  /** Secret: never logged. */
  readonly streamKey: string
  /** IP address. */
  readonly address: string
  readonly encoder: string
}

export type WhipAnswer =
  | { readonly type: 'answer'; readonly id: string; readonly sdp: string }
  | { readonly type: 'refused'; readonly reason: PublishRefusal | 'busy' | 'failed' }
  | { readonly type: 'sdp-not-valid'; readonly detail: string }

export interface WhipOptions {
  readonly library: RtcLibrary
  readonly endpoint: RtcEndpoint
  readonly onPublish: OnPublish
  readonly ffmpeg: Ffmpeg
  readonly log: Logger
  /** A prepared folder for ffmpeg. */
  readonly cwd: string
  readonly memoryBytes: number
}

interface Session {
  readonly startedMs: number
  peer: RtcPeer | null
  sink: LiveSink | null
  transcoder: Transcoder | null
  receiver: RtcReceiver | null
  isOver: boolean
}

export function startWhipServer(options: WhipOptions): WhipServer {
  const { log } = options
  const sessions = new Map<string, Session>()
  const timer = setInterval(tick, RTC_TICK_MS)

  /** @param isOwn whether the publisher left by itself. Otherwise its sink is not notified. */
  function finish(id: string, isOwn: boolean): void {
    const session = sessions.get(id)
    if (session === undefined) return
    sessions.delete(id)
    session.isOver = true
    session.transcoder?.close()
    session.peer?.close()
    if (isOwn) session.sink?.end()
  }

  function tick(): void {
    const now = performance.now()
    for (const [id, { peer, receiver, startedMs }] of sessions) {
      if (peer === null) continue
      const isLate = !peer.isConnected() && now - startedMs > RTC_LIMITS.connectMs
      const isSilent = peer.isConnected() && (receiver?.silentForMs() ?? 0) > RTC_LIMITS.silenceMs
      if (isLate || isSilent) {
        log.info({ isLate }, 'WebRTC publisher lost')
        finish(id, true)
      } else receiver?.tick()
    }
  }

  function isFull(): boolean {
    const pending = [...sessions.values()].filter(({ peer }) => !peer?.isConnected())
    return pending.length >= RTC_LIMITS.maxPending || sessions.size >= RTC_LIMITS.maxPublishers
  }

  async function connect(id: string, session: Session, offer: RtcOffer, sink: LiveSink): Promise<string> {
    const { library, endpoint, ffmpeg, cwd, memoryBytes } = options
    const receiver = () => session.receiver
    const peer = await openPeer(library, endpoint, offer, [], {
      onPacket: (_mid, packet) => receiver()?.receive(packet),
      onConnected: () => log.info('WebRTC publisher connected'),
      onGone: () => finish(id, true),
    })
    session.peer = peer
    session.transcoder = startTranscoder({
      ffmpeg,
      log,
      cwd,
      memoryBytes,
      sink,
      expects: offer.media.map(({ kind }) => kind),
      onKeyWanted: () => receiver()?.wantKey(),
      onFailing: () => sink.noPicture?.('the server cannot encode what the browser sends'),
    })
    const frames = sink.sent ? splitFrames(session.transcoder, sink.sent) : session.transcoder
    session.receiver = createReceiver(offer.media, frames, peer.send, (reason) => sink.noPicture?.(reason))
    return rtcAnswer(offer, peer.local, peer.addresses, [])
  }

  return {
    async publish({ sdp, streamKey, address, encoder }) {
      const read = readRtcOffer(sdp, 'sends')
      if (read.type === 'not-valid') return { type: 'sdp-not-valid', detail: read.reason }
      if (read.type === 'codec-not-supported') return { type: 'refused', reason: 'codec-not-supported' }
      if (isFull()) return { type: 'refused', reason: 'busy' }
      const id = randomBytes(RTC_ID_BYTES).toString('base64url')
      const session: Session = {
        startedMs: performance.now(),
        peer: null,
        sink: null,
        transcoder: null,
        receiver: null,
        isOver: false,
      }
      sessions.set(id, session)
      let closedBy: PublishRefusal | null = null
      const publisher: Publisher = {
        request: { protocol: 'whip', streamKey, address, encoder },
        silentForMs: () => session.receiver?.silentForMs() ?? performance.now() - session.startedMs,
        close(reason) {
          closedBy = reason
          log.info({ reason }, 'WebRTC publisher disconnected')
          finish(id, false)
        },
      }
      try {
        const decision = await options.onPublish(publisher)
        if (!decision.isAccepted) {
          finish(id, false)
          return { type: 'refused', reason: decision.reason }
        }
        session.sink = decision.sink
        const answer = session.isOver ? '' : await connect(id, session, read.offer, decision.sink)
        // The publisher was disconnected while the library created the answer.
        if (session.isOver) {
          session.transcoder?.close()
          session.peer?.close()
          return { type: 'refused', reason: closedBy ?? 'stopped' }
        }
        return { type: 'answer', id, sdp: answer }
      } catch (err) {
        log.warn({ err }, 'a WebRTC publisher cannot be connected')
        finish(id, true)
        return { type: 'refused', reason: 'failed' }
      }
    },
    end(id) {
      if (!sessions.has(id)) return false
      finish(id, true)
      return true
    },
    close() {
      clearInterval(timer)
      for (const id of [...sessions.keys()]) finish(id, true)
    },
  }
}
