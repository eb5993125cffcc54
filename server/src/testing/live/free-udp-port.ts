import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** A UDP port of the loopback interface that was free a moment ago, and those that are two and four higher. */
export async function freeRtpPort(): Promise<number> {
  for (;;) {
    const port = await freeUdpPort()
    const sockets = [2, 4].map((offset) => createSocket('udp4').bind(port + offset, '127.0.0.1'))
    const bound = await Promise.allSettled(sockets.map((socket) => once(socket, 'listening')))
    await Promise.all(
      sockets.map((socket, n) =>
        bound[n]?.status === 'fulfilled' ? new Promise<void>((closed) => socket.close(closed)) : undefined,
      ),
    )
    if (bound.every(({ status }) => status === 'fulfilled')) return port
  }
}

/** A UDP port of the loopback interface that was free a moment ago. */
export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  await new Promise<void>((closed) => socket.close(closed))
  return port
}
