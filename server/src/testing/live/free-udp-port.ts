import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** A UDP port of the loopback interface that was free a moment ago. */
export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  await new Promise<void>((closed) => socket.close(closed))
  return port
}
