import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { framed } from './syslog-message.ts'

/** Sends syslog messages to a receiver. */
export interface SyslogConnection {
  /** @throws Error if the receiver cannot be reached */
  send(messages: readonly Buffer[]): Promise<void>
  close(): void
}

const TIMEOUT_MS = 10_000
const PORTS: Readonly<Record<string, number>> = { 'udp:': 514, 'tcp:': 514, 'tls:': 6514 }

/** @param url of the receiver @param caFile the certificate authority of a TLS receiver */
export function syslogConnection(url: string, caFile: string | undefined): SyslogConnection {
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const place = { host, port: port === '' ? (PORTS[protocol] ?? 514) : Number(port) }
  return protocol === 'udp:' ? overUdp(place) : overStream(place, protocol === 'tls:', caFile)
}

interface ReceiverPlace {
  readonly host: string
  readonly port: number
}

function overUdp({ host, port }: ReceiverPlace): SyslogConnection {
  return {
    async send(messages) {
      const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
      try {
        for (const message of messages)
          await new Promise<void>((resolve, reject) =>
            socket.send(message, port, host, (error) => (error ? reject(error) : resolve())),
          )
      } finally {
        socket.close()
      }
    },
    close: () => undefined,
  }
}

function overStream(place: ReceiverPlace, isTls: boolean, caFile: string | undefined): SyslogConnection {
  let open: Socket | null = null

  const connected = async (): Promise<Socket> => {
    if (open?.writable && !open.readableEnded) return open
    open?.destroy()
    const ca = caFile === undefined ? undefined : await readFile(caFile)
    const socket = isTls
      ? connectTls({ ...place, ...(ca && { ca }), minVersion: 'TLSv1.2' })
      : connectTcp(place)
    open = socket
    // A receiver says nothing. Reading notices that it closes the connection.
    socket.resume()
    socket.setTimeout(TIMEOUT_MS, () => {
      if (socket.connecting || socket.writableLength > 0)
        socket.destroy(new Error('the receiver is too slow'))
    })
    await once(socket, isTls ? 'secureConnect' : 'connect')
    // Later errors show in the next write.
    socket.on('error', () => undefined)
    return socket
  }

  return {
    async send(messages) {
      const socket = await connected()
      await new Promise<void>((resolve, reject) =>
        socket.write(Buffer.concat(messages.map(framed)), (error) => (error ? reject(error) : resolve())),
      )
    },
    close: () => void open?.destroy(),
  }
}
