import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import ipaddr from 'ipaddr.js'
import type { Logger } from '../../../../platform/log.ts'
import type { RtmpConnection } from '../../../../platform/transport/rtmp/connection.ts'
import { RTMP_LIMITS, type RtmpLimits } from '../../../../platform/transport/rtmp/limits.ts'
import type { OnPublish } from '../publisher.ts'
import { createRtmpSession } from './session.ts'

export interface RtmpServerOptions {
  /** 0 takes a free one. */
  readonly port: number
  readonly host: string
  /** PEM. With it the server speaks RTMPS. */
  readonly tls?: { readonly cert: string; readonly key: string }
  readonly onPublish: OnPublish
  readonly log: Logger
  readonly limits?: Partial<RtmpLimits>
}

export interface RtmpServer {
  readonly port: number
  /** Disconnects all publishers. */
  close(): Promise<void>
}

/** Accepts publishers over RTMP, or over RTMPS with a certificate. Rejects if it cannot listen. */
export async function startRtmpServer(options: RtmpServerOptions): Promise<RtmpServer> {
  const limits = { ...RTMP_LIMITS, ...options.limits }
  const sockets = new Set<Socket>()
  const counts = new Map<string, number>()
  /** Connections that count for their address, by address and port. Publishers with a right key do not: many can share an address,
   * such as that of a process of this installation. */
  const counted = new Map<string, string>()
  const release = (place: string) => {
    const address = counted.get(place)
    if (address === undefined) return
    counted.delete(place)
    const left = (counts.get(address) ?? 1) - 1
    if (left === 0) counts.delete(address)
    else counts.set(address, left)
  }
  const serve = (socket: Socket) => {
    const place = placeOf(socket)
    const onPublish: OnPublish = async (publisher) => {
      const decision = await options.onPublish(publisher)
      if (decision.isAccepted) release(place)
      return decision
    }
    serveSocket(socket, { ...options, onPublish }, limits)
  }
  const { tls } = options
  const server: Server = tls
    ? createTlsServer({ ...tls, handshakeTimeout: limits.handshakeTimeoutMs }, serve)
    : createServer(serve)
  // This is the TCP connection even with TLS, so the limits cover the TLS handshake.
  server.prependListener('connection', (socket: Socket) => {
    const address = addressOf(socket)
    const count = counts.get(address) ?? 0
    if (sockets.size >= limits.maxConnections || count >= limits.maxConnectionsPerAddress) {
      socket.destroy()
      return
    }
    const place = placeOf(socket)
    sockets.add(socket)
    counts.set(address, count + 1)
    counted.set(place, address)
    socket.on('close', () => {
      sockets.delete(socket)
      release(place)
    })
  })
  // Node reports a handshake that failed or timed out, but does not close the connection.
  server.on('tlsClientError', (_error, socket: Socket) => socket.destroy())
  const port = await listen(server, options)
  server.on('error', (error) => options.log.error({ err: error }, 'RTMP server failed'))
  return {
    port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function serveSocket(socket: Socket, { tls, onPublish, log }: RtmpServerOptions, limits: RtmpLimits): void {
  if (socket.destroyed) return
  const session = createRtmpSession({
    protocol: tls ? 'rtmps' : 'rtmp',
    address: addressOf(socket),
    connection: connectionOn(socket, limits),
    onPublish,
    limits,
    log,
  })
  const handshakeTimer = setTimeout(() => {
    if (!session.hasShakenHands()) socket.destroy()
  }, limits.handshakeTimeoutMs)
  const publishTimer = setTimeout(() => {
    if (!session.isPublishing()) socket.destroy()
  }, limits.publishTimeoutMs)
  socket.setNoDelay(true)
  socket.setTimeout(limits.idleTimeoutMs, () => socket.destroy())
  socket.on('data', (bytes: Buffer) => session.receive(bytes))
  // Node closes the socket after an error, and the `close` event cleans up.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearTimeout(handshakeTimer)
    clearTimeout(publishTimer)
    session.disconnected()
  })
}

function connectionOn(socket: Socket, limits: RtmpLimits): RtmpConnection {
  return {
    write(bytes) {
      if (socket.writable) socket.write(bytes)
      if (socket.writableLength > limits.maxOutputBytes) socket.destroy()
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    finish() {
      // Keep reading: with unread input, TCP would reset the connection before the peer reads the last status.
      socket.resume()
      socket.end()
      const timer = setTimeout(() => socket.destroy(), limits.closeTimeoutMs)
      socket.on('close', () => clearTimeout(timer))
    },
    destroy: () => socket.destroy(),
  }
}

function listen(server: Server, { port, host }: RtmpServerOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

/** The same for a TCP connection and for TLS on it. */
function placeOf(socket: Socket): string {
  return `${addressOf(socket)} ${socket.remotePort}`
}

function addressOf(socket: Socket): string {
  const { remoteAddress } = socket
  return remoteAddress === undefined ? '' : ipaddr.process(remoteAddress).toString()
}
