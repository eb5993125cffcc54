import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, TLSSocket } from 'node:tls'

/** A server of RTMP or RTMPS. */
export interface RtmpServerAddress {
  /** A checked address, not a name. */
  readonly address: string
  readonly port: number
  /** The name that its certificate has to have, for RTMPS. Null for RTMP. */
  readonly tlsHost: string | null
  /** Certificate authorities in place of those of Node. */
  readonly ca?: readonly string[] | undefined
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'rtmp:': 1935, 'rtmps:': 443 }

/** Port and host of an address of RTMP. @param address of its host, checked */
export function rtmpServerOf(url: URL, address: string): RtmpServerAddress {
  return {
    address,
    port: Number(url.port) || (DEFAULT_PORTS[url.protocol] ?? 1935),
    tlsHost: url.protocol === 'rtmps:' ? url.hostname.replace(/^\[|\]$/g, '') : null,
  }
}

/** Begins a connection. The certificate of RTMPS is checked. */
export function connectToServer({ address, port, tlsHost, ca }: RtmpServerAddress): Socket {
  if (tlsHost === null) return connectTcp(port, address)
  // A name in the handshake must not be an address (RFC 6066, 3). Certificates for addresses are checked against the host.
  const name = isIP(tlsHost) === 0 ? { servername: tlsHost } : {}
  return connectTls({ host: address, port, minVersion: 'TLSv1.2', ...name, ...(ca && { ca: [...ca] }) })
}

/** Whether a connection failed because of the certificate of the server. */
export function hasBadCertificate(socket: Socket): boolean {
  return socket instanceof TLSSocket && Boolean(socket.authorizationError)
}
