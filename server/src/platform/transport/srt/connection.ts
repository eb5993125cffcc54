import type { Logger } from '../../log.ts'
import { createAcknowledgements } from './acknowledgements.ts'
import { createKeyRefresh } from './key-refresh.ts'
import type { SrtKeys } from './keys.ts'
import { MAX_LOSS_WORDS, type SrtLimits } from './limits.ts'
import { CONTROL, type ControlPacket, type DataPacket, words, writeControl } from './packet.ts'
import { createReceiveWindow, type LossRange, type ReceiveWindow } from './receive-window.ts'
import { createRoundTrip } from './round-trip.ts'
import { createSrtSender, type SentCounts } from './sender.ts'

/** Why a connection ended: the peer closed it, sent no packet, or sent no media; or an error of ours. */
export type SrtEnd = 'left' | 'silent' | 'idle' | 'failed'

export interface SrtConnectionOptions {
  readonly peerSocketId: number
  /** First sequence number that we send, and that the peer sends. */
  readonly initialSequence: number
  readonly peerSequence: number
  /** Time to wait for lost packets. */
  readonly latencyMs: number
  /** Time that the peer waits for lost packets. */
  readonly peerLatencyMs: number
  /** Null without encryption. */
  readonly keys: SrtKeys | null
  /** Gets each payload in order, with its 32-bit time on the sender's clock and its number, which counts lost ones too. */
  readonly onPayload: (payload: Buffer, timestampUs: number, number: number) => void
  readonly onEnd: (end: SrtEnd) => void
  readonly send: (datagram: Buffer) => void
  readonly limits: SrtLimits
  readonly nowMs: () => number
  readonly log: Logger
}

/** An open connection. Never throws on input. */
export interface SrtConnection {
  receive(packet: DataPacket | ControlPacket): void
  /** Sends a payload. @param atUs its time on the clock of `nowMs`, in microseconds */
  push(payload: Buffer, atUs: number): void
  /** Called every `TICK_MS`. */
  tick(): void
  /** Ends the connection and notifies the peer. With `isSilent` the owner is not notified. */
  close(isSilent: boolean): void
  /** Milliseconds since the last media in either direction, or since the start. */
  silentForMs(): number
  /** Whether the connection is closed and the peer had time to be notified. */
  isGone(): boolean
  figures(): SrtFigures
}

export interface SrtFigures {
  readonly rttMs: number
  /** Packets that were missing at first, and those of them that never came. */
  readonly lost: number
  readonly unrecovered: number
  readonly sent: SentCounts
}

/** The interval of acknowledgements (draft-sharabayko-srt-01, 4.8.1). */
export const TICK_MS = 10
const KEEPALIVE_MS = 1000
/** Subtypes of key messages after the handshake (draft-sharabayko-srt-01, 3.2.2). */
const KEY_REQUEST = 3
const KEY_RESPONSE = 4
const RANGE_BIT = 0x8000_0000

export function createSrtConnection(options: SrtConnectionOptions): SrtConnection {
  const { keys, limits, nowMs, log } = options
  const roundTrip = createRoundTrip()
  const startedMs = nowMs()
  const { peerSequence: sequence, latencyMs } = options
  const window = createReceiveWindow(sequence, { ...limits, latencyMs }, take)
  const acknowledgements = createAcknowledgements(window, roundTrip, { sequence, nowMs: startedMs }, send)
  const sender = createSrtSender({
    ...options,
    maxPackets: limits.maxWindowPackets,
    startedMs,
    roundTrip,
    sendControl: send,
  })
  const refresh = createKeyRefresh(keys, limits, log, (body) =>
    send(CONTROL.userDefined, { subtype: KEY_REQUEST, body }),
  )
  let closedMs: number | null = null
  let lastPacketMs = startedMs
  let lastMediaMs = startedMs
  let lastSentMs = startedMs
  let lastReportMs = startedMs
  const loadKeys = keyLoader(keys, log, (body) => {
    if (closedMs === null) send(CONTROL.userDefined, { subtype: KEY_RESPONSE, body })
  })

  return {
    receive(packet) {
      if (closedMs !== null) {
        // The peer missed the shutdown packet.
        if (packet.kind === 'data') send(CONTROL.shutdown)
        return
      }
      lastPacketMs = nowMs()
      guarded(() => (packet.kind === 'data' ? receiveData(packet) : receiveControl(packet)))
    },
    push(payload, atUs) {
      if (closedMs !== null) return
      lastSentMs = nowMs()
      lastMediaMs = lastSentMs
      sender.push(payload, atUs)
      refresh.count()
    },
    tick() {
      if (closedMs !== null) return
      guarded(() => {
        const now = nowMs()
        window.expire(now)
        sender.expire(now)
        refresh.tick(now)
        acknowledgements.send(now)
        if (now - lastReportMs >= roundTrip.reportIntervalMs()) {
          lastReportMs = now
          sendLosses(window.losses())
        }
        if (now - lastSentMs >= KEEPALIVE_MS) send(CONTROL.keepalive)
        if (now - lastPacketMs > limits.peerTimeoutMs) end('silent')
        else if (now - lastMediaMs > limits.idleTimeoutMs) end('idle')
      })
    },
    close: (isSilent) => (isSilent ? shut() : end('left')),
    silentForMs: () => nowMs() - lastMediaMs,
    isGone: () => closedMs !== null && nowMs() - closedMs > limits.closeTimeoutMs,
    figures: () => ({
      rttMs: roundTrip.microseconds().meanUs / 1000,
      ...window.counts(),
      sent: sender.counts(),
    }),
  }

  function guarded(work: () => void): void {
    try {
      work()
    } catch (error) {
      log.error({ err: error }, 'SRT connection failed')
      end('failed')
    }
  }

  function receiveData({ sequence, keyFlag, timestampUs, payload }: DataPacket): void {
    const plain = keys === null ? (keyFlag === 0 ? payload : null) : keys.decrypt(keyFlag, sequence, payload)
    if (plain === null) return
    lastMediaMs = nowMs()
    sendLosses(window.receive(sequence, plain, lastMediaMs, timestampUs))
  }

  function take(payload: Buffer, timestampUs: number, number: number): void {
    if (closedMs === null) options.onPayload(payload, timestampUs, number)
  }

  function receiveControl({ type, subtype, information, body }: ControlPacket): void {
    switch (type) {
      case CONTROL.ack:
        sender.acknowledge(body)
        // Short acknowledgements have no number, and are not confirmed.
        if (information !== 0) send(CONTROL.ackAck, { information })
        return
      case CONTROL.nak:
        sender.resend(body)
        return
      case CONTROL.ackAck:
        acknowledgements.confirm(information, nowMs())
        return
      case CONTROL.dropRequest:
        skipDropped(window, body, nowMs())
        return
      case CONTROL.shutdown:
        end('left')
        return
      case CONTROL.userDefined:
        if (subtype === KEY_REQUEST) void loadKeys(body)
        else if (subtype === KEY_RESPONSE) refresh.confirm(body)
        return
      default:
        return
    }
  }

  function sendLosses(losses: readonly LossRange[]): void {
    if (losses.length > 0) send(CONTROL.nak, { body: lossWords(losses) })
  }

  function shut(): void {
    if (closedMs !== null) return
    closedMs = nowMs()
    send(CONTROL.shutdown)
  }

  function end(why: SrtEnd): void {
    if (closedMs !== null) return
    shut()
    try {
      options.onEnd(why)
    } catch (error) {
      log.error({ err: error }, 'ending an SRT connection failed')
    }
  }

  function send(type: number, more: { subtype?: number; information?: number; body?: Buffer } = {}): void {
    lastSentMs = nowMs()
    const { body, ...fields } = more
    const timestampMs = lastSentMs - startedMs
    options.send(writeControl({ type, ...fields, socketId: options.peerSocketId, timestampMs }, body))
  }
}

/** Loads changed keys of the peer, which repeats its message until it is echoed. */
function keyLoader(keys: SrtKeys | null, log: Logger, echo: (message: Buffer) => void) {
  let isLoading = false
  return async (message: Buffer): Promise<void> => {
    // One at a time, because key derivation is expensive.
    if (keys === null || isLoading) return
    isLoading = true
    try {
      if (await keys.load(message)) echo(message)
    } catch (error) {
      log.error({ err: error }, 'loading SRT keys failed')
    } finally {
      isLoading = false
    }
  }
}

/** Skips packets that the peer has dropped. */
function skipDropped(window: Pick<ReceiveWindow, 'skip'>, body: Buffer, nowMs: number): void {
  if (body.length >= 8) window.skip(body.readUInt32BE(0) % 2 ** 31, body.readUInt32BE(4) % 2 ** 31, nowMs)
}

function lossWords(losses: readonly LossRange[]): Buffer {
  const entries = losses.flatMap(({ first, last }) => (first === last ? [first] : [RANGE_BIT + first, last]))
  // The last word must not start a range: without its end, the report would name a received packet.
  const isCut = (entries[MAX_LOSS_WORDS - 1] ?? 0) >= RANGE_BIT
  return words(...entries.slice(0, isCut ? MAX_LOSS_WORDS - 1 : MAX_LOSS_WORDS))
}
