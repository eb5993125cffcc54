import { createTsSource } from '@kinora/media'
import type { Logger } from '../../../../platform/log.ts'
import type { PublisherSink } from '../publisher.ts'
import { createAcknowledgements } from './acknowledgements.ts'
import type { SrtKeys } from './keys.ts'
import { MAX_LOSS_WORDS, type SrtLimits } from './limits.ts'
import { CONTROL, type ControlPacket, type DataPacket, words, writeControl } from './packet.ts'
import { createReceiveWindow, type LossRange } from './receive-window.ts'
import { createRoundTrip } from './round-trip.ts'

export interface SrtConnectionOptions {
  readonly peerSocketId: number
  readonly initialSequence: number
  readonly latencyMs: number
  /** Null if the caller does not encrypt. */
  readonly keys: SrtKeys | null
  readonly sink: PublisherSink
  readonly send: (datagram: Buffer) => void
  readonly limits: SrtLimits
  readonly nowMs: () => number
  readonly log: Logger
}

/** Connection of an accepted publisher. Never throws on input. */
export interface SrtConnection {
  receive(packet: DataPacket | ControlPacket): void
  /** Called every `TICK_MS`. */
  tick(): void
  /** Ends the connection and notifies the peer. With `isSilent` the sink is not notified. */
  close(isSilent: boolean): void
  /** Milliseconds since the last media, or since the start. */
  silentForMs(): number
  /** Whether the connection is closed and the peer had time to be notified. */
  isGone(): boolean
}

/** The interval of acknowledgements (draft-sharabayko-srt-01, 4.8.1). */
export const TICK_MS = 10
const KEEPALIVE_MS = 1000
/** Subtypes of key messages after the handshake (draft-sharabayko-srt-01, 3.2.2). */
const KEY_REQUEST = 3
const KEY_RESPONSE = 4
const RANGE_BIT = 0x8000_0000

export function createSrtConnection(options: SrtConnectionOptions): SrtConnection {
  const { keys, sink, limits, nowMs, log } = options
  const ts = createTsSource(sink)
  const roundTrip = createRoundTrip()
  const startedMs = nowMs()
  const window = createReceiveWindow(
    options.initialSequence,
    { ...limits, latencyMs: options.latencyMs },
    take,
  )
  const acknowledgements = createAcknowledgements(
    window,
    roundTrip,
    { sequence: options.initialSequence, nowMs: startedMs },
    send,
  )
  let closedMs: number | null = null
  let lastPacketMs = startedMs
  let lastMediaMs = startedMs
  let lastSentMs = startedMs
  let lastReportMs = startedMs
  let isLoadingKeys = false

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
    tick() {
      if (closedMs !== null) return
      guarded(() => {
        const now = nowMs()
        window.expire(now)
        acknowledgements.send(now)
        if (now - lastReportMs >= roundTrip.reportIntervalMs()) reportLosses(window.losses())
        if (now - lastSentMs >= KEEPALIVE_MS) send(CONTROL.keepalive)
        const isIdle = now - lastPacketMs > limits.peerTimeoutMs || now - lastMediaMs > limits.idleTimeoutMs
        if (isIdle) close(false)
      })
    },
    close,
    silentForMs: () => nowMs() - lastMediaMs,
    isGone: () => closedMs !== null && nowMs() - closedMs > limits.closeTimeoutMs,
  }

  function guarded(work: () => void): void {
    try {
      work()
    } catch (error) {
      log.error({ err: error }, 'SRT connection failed')
      close(false)
    }
  }

  function receiveData({ sequence, keyFlag, payload }: DataPacket): void {
    const plain = keys === null ? (keyFlag === 0 ? payload : null) : keys.decrypt(keyFlag, sequence, payload)
    if (plain === null) return
    lastMediaMs = nowMs()
    const losses = window.receive(sequence, plain, lastMediaMs)
    if (losses.length > 0) sendLosses(losses)
  }

  function take(payload: Uint8Array): void {
    if (closedMs !== null) return
    const result = ts.push(payload)
    if (result !== 'taken') sink.refuse(result)
  }

  function receiveControl({ type, subtype, information, body }: ControlPacket): void {
    switch (type) {
      case CONTROL.ackAck:
        acknowledgements.confirm(information, nowMs())
        return
      case CONTROL.dropRequest:
        if (body.length >= 8)
          window.skip(body.readUInt32BE(0) % 2 ** 31, body.readUInt32BE(4) % 2 ** 31, nowMs())
        return
      case CONTROL.shutdown:
        close(false)
        return
      case CONTROL.userDefined:
        if (subtype === KEY_REQUEST && keys !== null) void loadKeys(keys, body)
        return
      default:
        return
    }
  }

  /** Loads a changed key of the peer, which repeats its message until the server echoes it. */
  async function loadKeys(own: SrtKeys, message: Buffer): Promise<void> {
    // One at a time, because key derivation is expensive.
    if (isLoadingKeys) return
    isLoadingKeys = true
    try {
      const isLoaded = await own.load(message)
      if (isLoaded && closedMs === null) send(CONTROL.userDefined, { subtype: KEY_RESPONSE, body: message })
    } catch (error) {
      log.error({ err: error }, 'loading SRT keys failed')
    } finally {
      isLoadingKeys = false
    }
  }

  function reportLosses(losses: readonly LossRange[]): void {
    lastReportMs = nowMs()
    if (losses.length > 0) sendLosses(losses)
  }

  function sendLosses(losses: readonly LossRange[]): void {
    send(CONTROL.nak, { body: lossWords(losses) })
  }

  function close(isSilent: boolean): void {
    if (closedMs !== null) return
    closedMs = nowMs()
    send(CONTROL.shutdown)
    if (isSilent) return
    log.info('publisher left')
    try {
      sink.end()
    } catch (error) {
      log.error({ err: error }, 'ending a live source failed')
    }
  }

  function send(type: number, more: { subtype?: number; information?: number; body?: Buffer } = {}): void {
    lastSentMs = nowMs()
    const { body, ...fields } = more
    const timestampMs = lastSentMs - startedMs
    options.send(writeControl({ type, ...fields, socketId: options.peerSocketId, timestampMs }, body))
  }
}

function lossWords(losses: readonly LossRange[]): Buffer {
  const entries = losses.flatMap(({ first, last }) => (first === last ? [first] : [RANGE_BIT + first, last]))
  // The last word must not start a range: without its end, the report would name a received packet.
  const isCut = (entries[MAX_LOSS_WORDS - 1] ?? 0) >= RANGE_BIT
  return words(...entries.slice(0, isCut ? MAX_LOSS_WORDS - 1 : MAX_LOSS_WORDS))
}
