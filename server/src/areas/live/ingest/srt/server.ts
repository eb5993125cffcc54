import { randomInt } from 'node:crypto'
import type { RemoteInfo } from 'node:dgram'
import ipaddr from 'ipaddr.js'
import type { Logger } from '../../../../platform/log.ts'
import type { Publisher, PublishRefusal } from '../publisher.ts'
import { authorizeCaller, type CallerChecks } from './authorize-caller.ts'
import { createSrtConnection, type SrtConnection, TICK_MS } from './connection.ts'
import { createCookies } from './cookie.ts'
import {
  acceptance,
  CONCLUSION,
  INDUCTION,
  inductionResponse,
  readHandshake,
  rejection,
  type SrtHandshake,
} from './handshake.ts'
import { SRT_LIMITS, type SrtLimits } from './limits.ts'
import { CONTROL, type ControlPacket, type DataPacket, readPacket, writeControl } from './packet.ts'
import { REJECTION_OF, SRT_REJECTIONS } from './rejections.ts'
import { openUdpSocket } from './socket.ts'

export interface SrtServerOptions extends CallerChecks {
  /** 0 takes a free one. */
  readonly port: number
  readonly host: string
  readonly log: Logger
  readonly limits?: Partial<SrtLimits>
}

export interface SrtServer {
  readonly port: number
  /** Disconnects all publishers. */
  close(): Promise<void>
}

/** A caller, from its request to the end of its connection. */
interface Session {
  /** Our socket ID. */
  readonly id: number
  readonly peer: string
  readonly address: string
  readonly log: Logger
  /** Null while the server decides. */
  connection: SrtConnection | null
  /** Response to resend if the caller repeats its request. */
  response: Buffer | null
  closedBy: PublishRefusal | null
}

const MAX_SOCKET_ID = 2 ** 30

/** Accepts publishers over SRT on one port. Rejects if it cannot listen. */
export async function startSrtServer(options: SrtServerOptions): Promise<SrtServer> {
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
  socket.on('error', (error) => log.error({ err: error }, 'SRT server failed'))
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
    const own = log.child({ protocol: 'srt', address })
    const session: Session = {
      id: freeSocketId(),
      peer,
      address,
      log: own,
      connection: null,
      response: null,
      closedBy: null,
    }
    sessions.set(key, session)
    void decide(request, remote, session).then((code) => {
      if (code === null) return
      own.info({ code }, 'publisher refused')
      sessions.delete(key)
      respond(request, remote, rejection(request, code))
    })
  }

  /** Opens the connection of an accepted caller. Returns the code of a rejection, or null. */
  async function decide(request: SrtHandshake, remote: RemoteInfo, session: Session): Promise<number | null> {
    const publisher = publisherOf(session)
    try {
      const decision = await authorizeCaller({ request, address: session.address, publisher }, options)
      if (!decision.isAccepted) return decision.code
      if (session.closedBy !== null) return REJECTION_OF[session.closedBy]
      const { sink, keys } = decision
      if (isClosed) {
        sink.end()
        return null
      }
      const latencyMs = Math.min(Math.max(limits.latencyMs, request.senderDelayMs), limits.maxLatencyMs)
      session.connection = createSrtConnection({
        peerSocketId: request.socketId,
        initialSequence: request.initialSequence,
        latencyMs,
        keys,
        sink,
        send: (datagram) => send(datagram, remote),
        limits,
        nowMs,
        log: session.log,
      })
      session.response = acceptance(request, { socketId: session.id, latencyMs })
      sessionsById.set(session.id, session)
      respond(request, remote, session.response)
      session.log.info('publisher connected')
      return null
    } catch (error) {
      session.log.error({ err: error }, 'authorizing a publisher failed')
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

function publisherOf(session: Session): Pick<Publisher, 'close' | 'silentForMs'> {
  return {
    silentForMs: () => session.connection?.silentForMs() ?? 0,
    close(reason) {
      session.closedBy ??= reason
      session.connection?.close(true)
      session.log.info({ reason }, 'publisher disconnected')
    },
  }
}

function peerOf({ address, port }: RemoteInfo): string {
  return `${address} ${port}`
}
