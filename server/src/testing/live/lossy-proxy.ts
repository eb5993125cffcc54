import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

export interface LossyProxy {
  readonly port: number
  readonly seen: { packets: number; dropped: number }
  close(): Promise<void>
}

/** A UDP proxy for one caller on loopback. `drops` decides for each datagram and direction whether to drop it.
 * @param port its own, or 0 for any */
export async function startLossyProxy(
  target: number,
  drops: (datagram: Buffer, isFromCaller: boolean) => boolean,
  port = 0,
): Promise<LossyProxy> {
  const front = await bound(port)
  const back = await bound(0)
  const seen = { packets: 0, dropped: 0 }
  let callerPort = 0
  const forward = (datagram: Buffer, isFromCaller: boolean, socket: Socket, port: number) => {
    seen.packets += 1
    if (drops(datagram, isFromCaller)) seen.dropped += 1
    else socket.send(datagram, port, '127.0.0.1')
  }
  front.on('message', (datagram, from) => {
    callerPort = from.port
    forward(datagram, true, back, target)
  })
  back.on('message', (datagram) => forward(datagram, false, front, callerPort))
  return {
    port: front.address().port,
    seen,
    async close() {
      await Promise.all([front, back].map((socket) => new Promise<void>((done) => socket.close(done))))
    },
  }
}

async function bound(port: number): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}
