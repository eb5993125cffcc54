import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'

/** Fits bursts of several streams while the event loop is busy. The system may allow less. */
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024

/** Opens a UDP socket on an address of the host. `::` includes IPv4. Rejects if it cannot listen. */
export async function openUdpSocket(port: number, host: string): Promise<Socket> {
  const { address, family } = await lookup(host)
  const socket = createSocket({
    type: family === 6 ? 'udp6' : 'udp4',
    // Peers have addresses, not names. Without the DNS lookup, `send` is synchronous.
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
    // The default size of the system applies.
  }
  return socket
}
