import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import {
  CONCLUSION,
  conclusionRequest,
  INDUCTION,
  inductionRequest,
  readHandshake,
  type SrtHandshake,
} from './handshake.ts'
import {
  type LinkFields,
  type LinkOptions,
  makeFields,
  openLink,
  REPEAT_MS,
  SrtCallFailure,
  type SrtLink,
  type SrtTarget,
} from './link.ts'
import { CONTROL, readPacket, writeControl } from './packet.ts'

const CONNECT_MS = 5000

/** Connects to an SRT listener. @throws SrtCallFailure */
export async function callSrt(target: SrtTarget, options: LinkOptions): Promise<SrtLink> {
  const socket = createSocket(target.family === 4 ? 'udp4' : 'udp6')
  // An unreachable peer times out.
  socket.on('error', () => undefined)
  try {
    socket.connect(target.port, target.address)
    await once(socket, 'connect')
    const own = await makeFields(target)
    const response = await shakeHands(socket, own, options.signal)
    return openLink(socket, own, response, options)
  } catch (error) {
    socket.close()
    throw error
  }
}

/** Runs the handshake. Repeats each request until its response arrives. @throws SrtCallFailure */
async function shakeHands(socket: Socket, own: LinkFields, signal: AbortSignal): Promise<SrtHandshake> {
  const responses: Buffer[] = []
  const listen = (datagram: Buffer) => {
    const packet = readPacket(datagram)
    if (packet?.kind === 'control' && packet.type === CONTROL.handshake) responses.push(packet.body)
  }
  const deadline = performance.now() + CONNECT_MS
  const ask = async (body: Buffer, fits: (type: number) => boolean) => {
    const request = writeControl({ type: CONTROL.handshake, socketId: 0, timestampMs: 0 }, body)
    for (;;) {
      socket.send(request, () => undefined)
      for (let n = 0; n < 25 && responses.length === 0; n++)
        await pause(REPEAT_MS / 25, undefined, { signal })
      for (const bytes of responses.splice(0)) {
        const response = readHandshake(bytes)
        if (response !== null && fits(response.type)) return response
      }
      if (performance.now() > deadline) throw new SrtCallFailure(null)
    }
  }
  socket.on('message', listen)
  try {
    const { cookie } = await ask(inductionRequest(own), (type) => type === INDUCTION)
    const response = await ask(conclusionRequest(own, cookie), (type) => type !== INDUCTION)
    if (response.type !== CONCLUSION) throw new SrtCallFailure(response.type)
    return response
  } finally {
    socket.off('message', listen)
  }
}
