import { type ConnectFigures, type ConnectState, isDatagram, type LinkReason } from '@kinora/contract'
import type { SourceReport } from './backup/standby.ts'
import type { InputMedia } from './input-media.ts'
import type { RelayContext } from './relay-context.ts'
import { pushHls } from './senders/hls/hls-push.ts'
import { sendRtmp } from './senders/rtmp.ts'
import type { Sender, SenderFigures, SenderSink } from './senders/sender.ts'
import { sendAsCaller } from './senders/srt-caller.ts'
import { sendAsListener } from './senders/srt-listener.ts'
import { sendUdp } from './senders/udp.ts'
import type { ConnectSpec, SenderSpec } from './specs.ts'

/** Passes the stream of an input on to one destination. */
export interface ConnectRunner {
  readonly spec: ConnectSpec
  state(): ConnectState
  push(payload: Buffer, atUs: number): void
  /** Called every second. */
  tick(hasSignal: boolean): void
  report(at: Date, seconds: number): LinkReport<ConnectState, ConnectFigures>
  close(): void
}

/** State of an input or a connect, for the database. */
export interface LinkReport<State, Figures> {
  readonly id: string
  readonly name: string
  readonly state: State
  readonly reason: LinkReason | null
  /** The words of the other side, or a codec. */
  readonly detail: string | null
  readonly peer: string | null
  readonly nextTryAt: Date | null
  readonly figures: Figures | null
  /** The source of the connects of an input with a backup. Null for others. */
  readonly source: SourceReport | null
  /** Figures since the last report. Null without a signal. */
  readonly point: LinkPoint | null
  /** Whether it carried a stream, and the bytes since the last report. */
  readonly usedMs: number
  readonly usedBytes: number
}

export interface LinkPoint {
  readonly kbps: number
  readonly unrecovered: number
  readonly recovered: number
  readonly rttMs: number | null
}

/** A peer that acknowledges nothing for so long gets nothing. */
const SILENT_MS = 5000
/** RTMP answers when it has read what waits. */
const RTMP_SILENT_MS = 10_000
/** A web server gets a segment every few seconds. */
const HLS_SILENT_MS = 30_000

/** @param media the frames of the input */
export function startConnect(spec: ConnectSpec, context: RelayContext, media: InputMedia): ConnectRunner {
  let sender: Sender | null = null
  let state: ConnectState = 'idle'
  let reason: LinkReason | null = null
  let detail: string | null = null
  let nextTryAt: Date | null = null
  let arrived = 0
  let arrivedMs = 0
  let bytes = 0
  let last: SenderFigures | null = null
  const isWaiting = spec.sender.mode === 'listener'
  const silentMs = silenceOf(spec.sender)

  const sink: SenderSink = {
    connecting() {
      // A destination that fails goes on failing until something arrives.
      if (state !== 'failing') state = 'connecting'
      nextTryAt = null
    },
    failing(why, nextMs, words) {
      state = 'failing'
      reason = why
      detail = words
      nextTryAt = new Date(context.clock.now().getTime() + nextMs)
    },
  }

  function open(): void {
    last = null
    arrived = 0
    sender = openSender(spec.sender, sink, context, media)
  }

  function shut(): void {
    sender?.close()
    sender = null
    state = 'idle'
    reason = null
    detail = null
    nextTryAt = null
  }

  /** Bytes since the last report. */
  function usedBytes(figures: SenderFigures): number {
    const { sentBytes, peers } = figures
    if (sentBytes === null) return bytes
    if (peers.length === 0) return 0
    // A new connection counts from 0.
    const isNew = sentBytes < (last?.sentBytes ?? 0)
    return Math.max(0, passedBytes(figures) - (last === null || isNew ? 0 : passedBytes(last)))
  }

  if (isWaiting) open()

  return {
    spec,
    state: () => state,
    push(payload, atUs) {
      if (sender === null) open()
      sender?.push(payload, atUs)
      bytes += payload.length * Math.max(sender?.figures().peers.length ?? 0, 0)
    },
    tick(hasSignal) {
      if (!hasSignal && !isWaiting) {
        shut()
        return
      }
      if (sender === null) return
      const figures = sender.figures()
      const now = performance.now()
      // A new connection counts from 0.
      const isMore = figures.arrived > arrived
      arrived = figures.arrived
      if (isMore) {
        arrivedMs = now
        state = 'sending'
        reason = null
        detail = null
        nextTryAt = null
      } else if (state === 'sending' && now - arrivedMs > silentMs) {
        // Receivers of a listener come and go.
        state = isWaiting ? 'connecting' : 'failing'
        reason = isWaiting ? null : 'silent'
      }
    },
    report(at, seconds) {
      const figures = sender?.figures() ?? null
      const { resent = 0, dropped = 0 } = last ?? {}
      const isSending = state === 'sending' && figures !== null
      const used = figures === null ? 0 : usedBytes(figures)
      // A server that acknowledges nothing has the stream too.
      const isUsed = isSending || (isPublished(spec.sender) && used > 0)
      const kbps = Math.round((used * 8) / 1000 / seconds)
      const { peers = [], rttMs = null } = figures ?? {}
      const report = {
        id: spec.id,
        name: spec.name,
        state,
        reason,
        detail,
        peer: peers.length > 1 ? String(peers.length) : (peers[0] ?? null),
        nextTryAt,
        figures: isSending
          ? {
              at: at.toISOString(),
              kbps,
              rttMs,
              resent: figures.resent,
              dropped: figures.dropped,
              queueBytes: figures.queueBytes,
              peers: peers.length,
            }
          : null,
        point: isSending
          ? {
              kbps,
              unrecovered: Math.max(0, figures.dropped - dropped),
              recovered: Math.max(0, figures.resent - resent),
              rttMs,
            }
          : null,
        source: null,
        usedMs: isUsed ? seconds * 1000 : 0,
        usedBytes: isUsed ? used : 0,
      }
      bytes = 0
      last = figures
      return report
    },
    close: shut,
  }
}

/** Whether frames are sent by RTMP, and not the bytes of the input. */
function isPublished({ kind }: SenderSpec): boolean {
  return kind === 'rtmp' || kind === 'livestream'
}

/** Whether segments are sent, which are acknowledged one by one. */
function isSegmented({ kind }: SenderSpec): boolean {
  return kind === 'hls' || kind === 's3'
}

function silenceOf(sender: SenderSpec): number {
  if (isSegmented(sender)) return HLS_SILENT_MS
  return isPublished(sender) ? RTMP_SILENT_MS : SILENT_MS
}

/** Bytes that have left. */
function passedBytes({ sentBytes, queueBytes }: SenderFigures): number {
  return Math.max(0, (sentBytes ?? 0) - (queueBytes ?? 0))
}

function openSender(spec: SenderSpec, sink: SenderSink, context: RelayContext, media: InputMedia): Sender {
  if (isPublished(spec)) return sendRtmp(spec, sink, context, media)
  if (isSegmented(spec)) return pushHls(spec, sink, context)
  if (isDatagram(spec.kind)) return sendUdp(spec, sink, context)
  return spec.mode === 'listener' ? sendAsListener(spec, sink, context) : sendAsCaller(spec, sink, context)
}
