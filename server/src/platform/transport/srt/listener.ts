import { randomInt } from 'node:crypto'
import type { RemoteInfo } from 'node:dgram'
import ipaddr from 'ipaddr.js'
import type { Logger } from '../../log.ts'
import { openUdpSocket } from '../udp-socket.ts'
import { createSrtConnection, type SrtConnection, type SrtConnectionOptions, TICK_MS } from './connection.ts'
import { createCookies } from './cookie.ts'
import {
  acceptance,
  agreedLatency,
  CONCLUSION,
  INDUCTION,
  inductionResponse,
  readHandshake,
  rejection,
  type SrtHandshake,
} from './handshake.ts'
import type { SrtKeys } from './keys.ts'
import { SRT_LIMITS, type SrtLimits } from './limits.ts'
import { CONTROL, type ControlPacket, type DataPacket, readPacket, writeControl } from './packet.ts'
import { SRT_REJECTIONS } from './rejections.ts'

/** A caller, from its request to the end of its connection. */
export interface SrtCall {
  readonly request: SrtHandshake
  readonly address: string
  /** Address and port. */
  readonly peer: string
  readonly log: Logger
  silentForMs(): number
  /** Ends its connection without a call of `onEnd`. Before that is open, the caller is rejected with the code. */
  close(code: number): void
}

export type SrtDecision =
  | (Pick<SrtConnectionOptions, 'onPayload' | 'onEnd'> & {
      readonly isAccepted: true
      readonly keys: SrtKeys | null
      readonly onOpen?: (connection: SrtConnection) => void
    })
  | { readonly isAccepted: false; readonly code: number }

export interface SrtListenerOptions {
  /** 0 takes a free one. */
  readonly port: number
  readonly host: string
  /** Accepts or rejects a caller that has proved its address. */
  readonly decide: (call: SrtCall) => Promise<SrtDecision>
  readonly log: Logger
  readonly limits?: Partial<SrtLimits>
}

export interface SrtListener {
  readonly port: number
  /** Disconnects all callers. */
  close(): Promise<void>
}

interface Session {
  /** Our socket ID. */
  readonly id: number
  readonly peer: string
  readonly address: string
  readonly log: Logger
  /** Null while the owner decides. */
  connection: SrtConnection | null
  /** Response to resend if the caller repeats its request. */
  response: Buffer | null
  /** Code with which the owner closed it. */
  closedBy: number | null
}

const MAX_SOCKET_ID = 2 ** 30

/** Accepts callers over SRT on one port. Rejects if it cannot listen. */
export async function startSrtListener(options: SrtListenerOptions): Promise<SrtListener> {
  const { log } = options
  const limits = { ...SRT_LIMITS, ...options.limits }
  const cookies = createCookies(limits.cookieMs)
  const nowMs = () => performance.now()
  const sessions = new Map<string, Session>()
  const sessionsById = new Map<number, Session>()
  const socket = await openUdpSocket(options.port, options.host)
  const { port } = socket.address()
  const timer = setInterval(tick, TICK_MS)
  let isClosed = false
  socket.on('error', (error) => log.error({ err: error }, 'SRT listener failed'))
  socket.on('message', (datagram, remote) => {
    const packet = readPacket(datagram)
    if (packet === null) return
    if (packet.socketId === 0) receiveHandshake(packet, remote)
    const session = sessionsById.get(packet.socketId)
    if (session?.peer === peerOf(remote)) session.connection?.receive(packet)
  })

  return {
    port,
    async close() {
      clearInterval(timer)
      for (const { connection } of sessions.values()) connection?.close(false)
      isClosed = true
      await new Promise<void>((resolve) => socket.close(resolve))
    },
  }

  function tick(): void {
    for (const [key, { id, connection }] of sessions) {
      connection?.tick()
      if (!connection?.isGone()) continue
      sessions.delete(key)
      sessionsById.delete(id)
    }
  }

  function receiveHandshake(packet: DataPacket | ControlPacket, remote: RemoteInfo): void {
    if (packet.kind !== 'control' || packet.type !== CONTROL.handshake) return
    const request = readHandshake(packet.body)
    if (request === null) return
    const peer = peerOf(remote)
    if (request.type === INDUCTION)
      respond(request, remote, inductionResponse(request, cookies.issue(peer, nowMs())))
    else if (request.type === CONCLUSION && cookies.isValid(request.cookie, peer, nowMs()))
      receiveRequest(request, remote)
  }

  function receiveRequest(request: SrtHandshake, remote: RemoteInfo): void {
    const peer = peerOf(remote)
    const key = `${peer} ${request.socketId}`
    const known = sessions.get(key)
    if (known) {
      if (known.response !== null) respond(request, remote, known.response)
      return
    }
    const address = ipaddr.process(remote.address).toString()
    if (!isWithinLimits(address)) {
      respond(request, remote, rejection(request, SRT_REJECTIONS.tooManyConnections))
      return
    }
    const session: Session = {
      id: freeSocketId(),
      peer,
      address,
      log: log.child({ protocol: 'srt', address }),
      connection: null,
      response: null,
      closedBy: null,
    }
    sessions.set(key, session)
    void decide(request, remote, session).then((code) => {
      if (code === null) return
      session.log.info({ code }, 'SRT caller refused')
      sessions.delete(key)
      respond(request, remote, rejection(request, code))
    })
  }

  /** Opens the connection of an accepted caller. Returns the code of a rejection, or null. */
  async function decide(request: SrtHandshake, remote: RemoteInfo, session: Session): Promise<number | null> {
    try {
      const decision = await options.decide(callOf(request, session, remote))
      if (!decision.isAccepted) return decision.code
      if (session.closedBy !== null) return session.closedBy
      if (isClosed) {
        decision.onEnd('left')
        return null
      }
      const latency = agreedLatency(limits.latencyMs, request, limits)
      const connection = createSrtConnection({
        ...decision,
        peerSocketId: request.socketId,
        initialSequence: request.initialSequence,
        peerSequence: request.initialSequence,
        ...latency,
        send: (datagram) => send(datagram, remote),
        limits,
        nowMs,
        log: session.log,
      })
      session.connection = connection
      session.response = acceptance(request, { socketId: session.id, ...latency })
      sessionsById.set(session.id, session)
      respond(request, remote, session.response)
      session.log.info('SRT caller connected')
      decision.onOpen?.(connection)
      return null
    } catch (error) {
      session.log.error({ err: error }, 'authorizing an SRT caller failed')
      return SRT_REJECTIONS.internal
    }
  }

  function isWithinLimits(address: string): boolean {
    const all = Array.from(sessions.values())
    const deciding = all.filter(({ connection }) => connection === null).length
    const ofAddress = all.filter((session) => session.address === address).length
    return (
      all.length < limits.maxConnections &&
      deciding < limits.maxHandshakes &&
      ofAddress < limits.maxConnectionsPerAddress
    )
  }

  /** Picks a random ID: a forged packet needs the ID and the address of a peer to be accepted. */
  function freeSocketId(): number {
    const id = randomInt(1, MAX_SOCKET_ID)
    return sessionsById.has(id) ? freeSocketId() : id
  }

  function respond(request: SrtHandshake, remote: RemoteInfo, body: Buffer): void {
    const fields = { type: CONTROL.handshake, socketId: request.socketId, timestampMs: 0 }
    send(writeControl(fields, body), remote)
  }

  function send(datagram: Buffer, { port: remotePort, address }: RemoteInfo): void {
    // A peer that cannot be reached times out.
    if (!isClosed) socket.send(datagram, remotePort, address, () => undefined)
  }
}

function callOf(request: SrtHandshake, session: Session, remote: RemoteInfo): SrtCall {
  return {
    request,
    address: session.address,
    peer: `${session.address}:${remote.port}`,
    log: session.log,
    silentForMs: () => session.connection?.silentForMs() ?? 0,
    close(code) {
      session.closedBy ??= code
      session.connection?.close(true)
    },
  }
}

function peerOf({ address, port }: RemoteInfo): string {
  return `${address} ${port}`
}
