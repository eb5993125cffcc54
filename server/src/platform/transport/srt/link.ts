import { randomInt } from 'node:crypto'
import type { Socket } from 'node:dgram'
import type { Logger } from '../../log.ts'
import { createSrtConnection, type SrtConnection, type SrtConnectionOptions, TICK_MS } from './connection.ts'
import { agreedLatency, type CallerFields, type SrtHandshake } from './handshake.ts'
import { createSrtKeys, makeKeyMessage, type SrtKeys } from './keys.ts'
import { SRT_LIMITS, type SrtLimits } from './limits.ts'
import { CONTROL, readPacket } from './packet.ts'

export interface SrtTarget {
  /** A checked address, not a name. */
  readonly address: string
  readonly family: 4 | 6
  readonly port: number
  readonly streamId: string
  /** Empty without encryption. */
  readonly passphrase: string
  readonly keyBytes: number
  readonly latencyMs: number
}

export interface LinkOptions extends Pick<SrtConnectionOptions, 'onPayload' | 'onEnd'> {
  readonly signal: AbortSignal
  readonly log: Logger
  readonly limits?: Partial<SrtLimits>
}

/** A connection that we have opened, with its socket. */
export interface SrtLink extends Pick<SrtConnection, 'push' | 'figures' | 'silentForMs'> {
  /** Ends it without a call of `onEnd`. */
  close(): void
}

/** The server does not answer (`code` is null), or refused the connection. */
export class SrtCallFailure extends Error {
  override readonly name = 'SrtCallFailure'
  readonly code: number | null
  constructor(code: number | null) {
    super(code === null ? 'the SRT server does not answer' : `the SRT server refused with code ${code}`)
    this.code = code
  }
}

/** Handshakes are repeated after this time. */
export const REPEAT_MS = 250
const MAX_ID = 2 ** 30

/** Our side of a handshake. */
export interface LinkFields extends CallerFields {
  readonly keys: SrtKeys | null
}

export async function makeFields({
  passphrase,
  keyBytes,
  streamId,
  latencyMs,
}: SrtTarget): Promise<LinkFields> {
  const keyMessage = passphrase === '' ? null : await makeKeyMessage(passphrase, keyBytes)
  const keys = keyMessage === null ? null : createSrtKeys(passphrase)
  if (keyMessage !== null) await keys?.load(keyMessage)
  const socketId = randomInt(1, MAX_ID)
  return { socketId, initialSequence: randomInt(1, MAX_ID), latencyMs, keys, keyMessage, streamId }
}

/** Opens the connection of a handshake that has succeeded. @param onHandshake gets handshakes that come later */
export function openLink(
  socket: Socket,
  own: Omit<LinkFields, 'keyMessage' | 'streamId'>,
  peer: SrtHandshake,
  options: LinkOptions,
  onHandshake: (body: Buffer) => void = () => undefined,
): SrtLink {
  const { log, onPayload, onEnd } = options
  const limits = { ...SRT_LIMITS, ...options.limits }
  let isClosed = false
  const close = () => {
    if (isClosed) return
    isClosed = true
    clearInterval(timer)
    connection.close(true)
    socket.close()
  }
  const connection = createSrtConnection({
    peerSocketId: peer.socketId,
    initialSequence: own.initialSequence,
    peerSequence: peer.initialSequence,
    ...agreedLatency(own.latencyMs, peer, limits),
    keys: own.keys,
    limits,
    nowMs: () => performance.now(),
    log,
    send: (datagram) => socket.send(datagram, () => undefined),
    onPayload,
    onEnd(end) {
      close()
      onEnd(end)
    },
  })
  socket.on('message', (datagram) => {
    const packet = readPacket(datagram)
    if (packet === null) return
    if (packet.kind === 'control' && packet.type === CONTROL.handshake) onHandshake(packet.body)
    else if (packet.socketId === own.socketId) connection.receive(packet)
  })
  const timer = setInterval(connection.tick, TICK_MS)
  const { push, figures, silentForMs } = connection
  return { push, figures, silentForMs, close }
}
