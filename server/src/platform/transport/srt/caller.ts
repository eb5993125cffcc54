import { randomInt } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../../log.ts'
import { createSrtConnection, type SrtConnection, type SrtConnectionOptions, TICK_MS } from './connection.ts'
import {
  type CallerFields,
  CONCLUSION,
  conclusionRequest,
  INDUCTION,
  inductionRequest,
  readHandshake,
  type SrtHandshake,
} from './handshake.ts'
import { createSrtKeys, makeKeyMessage, type SrtKeys } from './keys.ts'
import { SRT_LIMITS, type SrtLimits } from './limits.ts'
import { CONTROL, readPacket, writeControl } from './packet.ts'

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

interface CallOptions extends Pick<SrtConnectionOptions, 'onPayload' | 'onEnd'> {
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

const REPEAT_MS = 250
const CONNECT_MS = 5000
const MAX_ID = 2 ** 30

/** Connects to an SRT listener. @throws SrtCallFailure */
export async function callSrt(target: SrtTarget, options: CallOptions): Promise<SrtLink> {
  const limits = { ...SRT_LIMITS, ...options.limits }
  const socket = createSocket(target.family === 4 ? 'udp4' : 'udp6')
  // An unreachable peer times out.
  socket.on('error', () => undefined)
  try {
    socket.connect(target.port, target.address)
    await once(socket, 'connect')
    const own = await makeFields(target)
    const response = await shakeHands(socket, own, options.signal)
    return open(socket, own, response, { ...options, limits })
  } catch (error) {
    socket.close()
    throw error
  }
}

interface Fields extends CallerFields {
  readonly keys: SrtKeys | null
}

async function makeFields({ passphrase, keyBytes, streamId, latencyMs }: SrtTarget): Promise<Fields> {
  const keyMessage = passphrase === '' ? null : await makeKeyMessage(passphrase, keyBytes)
  const keys = keyMessage === null ? null : createSrtKeys(passphrase)
  if (keyMessage !== null) await keys?.load(keyMessage)
  const socketId = randomInt(1, MAX_ID)
  return { socketId, initialSequence: randomInt(1, MAX_ID), latencyMs, keys, keyMessage, streamId }
}

function open(
  socket: Socket,
  own: Fields,
  response: SrtHandshake,
  { limits, log, onPayload, onEnd }: CallOptions & { readonly limits: SrtLimits },
): SrtLink {
  let isClosed = false
  const close = () => {
    if (isClosed) return
    isClosed = true
    clearInterval(timer)
    connection.close(true)
    socket.close()
  }
  const connection = createSrtConnection({
    peerSocketId: response.socketId,
    initialSequence: own.initialSequence,
    latencyMs: Math.min(Math.max(own.latencyMs, response.senderDelayMs), limits.maxLatencyMs),
    peerLatencyMs: Math.max(own.latencyMs, response.receiverDelayMs),
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
    if (packet?.socketId === own.socketId) connection.receive(packet)
  })
  const timer = setInterval(connection.tick, TICK_MS)
  const { push, figures, silentForMs } = connection
  return { push, figures, silentForMs, close }
}

/** Runs the handshake. Repeats each request until its response arrives. @throws SrtCallFailure */
async function shakeHands(socket: Socket, own: Fields, signal: AbortSignal): Promise<SrtHandshake> {
  const responses: Buffer[] = []
  const listen = (datagram: Buffer) => {
    const packet = readPacket(datagram)
    if (packet?.kind === 'control' && packet.type === CONTROL.handshake) responses.push(packet.body)
  }
  const deadline = performance.now() + CONNECT_MS
  const ask = async (body: Buffer, fits: (type: number) => boolean) => {
    const request = writeControl({ type: CONTROL.handshake, socketId: 0, timestampMs: 0 }, body)
    for (;;) {
      socket.send(request, () => undefined)
      for (let n = 0; n < 25 && responses.length === 0; n++)
        await pause(REPEAT_MS / 25, undefined, { signal })
      for (const bytes of responses.splice(0)) {
        const response = readHandshake(bytes)
        if (response !== null && fits(response.type)) return response
      }
      if (performance.now() > deadline) throw new SrtCallFailure(null)
    }
  }
  socket.on('message', listen)
  try {
    const { cookie } = await ask(inductionRequest(own), (type) => type === INDUCTION)
    const response = await ask(conclusionRequest(own, cookie), (type) => type !== INDUCTION)
    if (response.type !== CONCLUSION) throw new SrtCallFailure(response.type)
    return response
  } finally {
    socket.off('message', listen)
  }
}
