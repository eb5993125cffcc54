import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'

/** A burst of several streams while the event loop is busy. The system may allow less. */
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024

/** A UDP socket on the host's address. `::` takes IPv4 as well. Fails if it cannot listen. */
export async function openUdpSocket(port: number, host: string): Promise<Socket> {
  const { address, family } = await lookup(host)
  const socket = createSocket({
    type: family === 6 ? 'udp6' : 'udp4',
    // Peers have addresses and no names. Without the lookup, `send` is done when it returns.
    lookup: (name, _options, done) => done(null, name, family),
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, address, () => {
      socket.off('error', reject)
      resolve()
    })
  })
  try {
    socket.setRecvBufferSize(RECEIVE_BUFFER_BYTES)
  } catch {
    // The default of the system has to do.
  }
  return socket
}
