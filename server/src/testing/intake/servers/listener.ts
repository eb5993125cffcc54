import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface Listener {
  readonly port: number
  /** Ends all connections, and refuses others. */
  die(): Promise<void>
  /** Listens on the same port again. */
  revive(): Promise<void>
}

/** Listens on loopback. */
export async function startListener(onSocket: (socket: Socket) => void): Promise<Listener> {
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    onSocket(socket)
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    port,
    async die() {
      for (const socket of sockets) socket.destroy()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
    revive: () => listen(port),
  }
}
