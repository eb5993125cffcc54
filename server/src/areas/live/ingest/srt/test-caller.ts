import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import {
  CONTROL,
  type ControlPacket,
  readPacket,
  words,
  writeControl,
} from '../../../../platform/transport/srt/packet.ts'

/** A scriptable SRT caller for tests, without encryption. */
export interface TestCaller {
  /** Sends the second request. Returns the type and socket ID of the response. */
  request(streamId: string): Promise<{ readonly type: number; readonly socketId: number }>
  /** The datagram of the second request. */
  requestBytes(streamId: string): Buffer
  send(datagram: Buffer): void
  data(socketId: number, sequence: number, payload: Buffer): Buffer
  /** The next control packet of that type. */
  control(type: number): Promise<ControlPacket>
  close(): void
}

const CALLER_ID = 4711
const INITIAL_SEQUENCE = 100

/** Sends the first request and waits for the cookie. */
export async function openCaller(port: number): Promise<TestCaller> {
  const socket = createSocket('udp4')
  socket.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const received: ControlPacket[] = []
  let notify: () => void = () => undefined
  socket.on('error', () => undefined)
  socket.on('message', (datagram) => {
    const packet = readPacket(datagram)
    if (packet?.kind === 'control') received.push(packet)
    notify()
  })
  const control = async (type: number): Promise<ControlPacket> => {
    for (;;) {
      const index = received.findIndex((packet) => packet.type === type)
      const [found] = index < 0 ? [] : received.splice(index, 1)
      if (found) return found
      await new Promise<void>((resolve) => {
        notify = resolve
      })
    }
  }
  const send = (datagram: Buffer) => socket.send(datagram, () => undefined)
  const handshake = (type: number, cookie: number, version: number, extensions: Buffer) => {
    const fixed = words(version, 5, INITIAL_SEQUENCE, 1500, 8192, type, CALLER_ID, cookie, 0, 0, 0, 0)
    const fields = { type: CONTROL.handshake, socketId: 0, timestampMs: 0 }
    return writeControl(fields, Buffer.concat([fixed, extensions]))
  }
  send(handshake(1, 0, 4, Buffer.alloc(0)))
  const cookie = (await control(CONTROL.handshake)).body.readUInt32BE(28)
  const requestBytes = (streamId: string) => {
    const text = Buffer.alloc(Math.ceil(streamId.length / 4) * 4)
    text.write(streamId)
    const settings = words((1 << 16) | 3, 0x01_05_00, 0xbf, (120 << 16) | 120)
    const target = Buffer.concat([words((5 << 16) | (text.length / 4)), text.swap32()])
    return handshake(0xffff_ffff, cookie, 5, Buffer.concat([settings, target]))
  }
  return {
    requestBytes,
    async request(streamId) {
      send(requestBytes(streamId))
      const { body } = await control(CONTROL.handshake)
      return { type: body.readUInt32BE(20), socketId: body.readUInt32BE(24) }
    },
    send,
    data: (socketId, sequence, payload) =>
      Buffer.concat([words(INITIAL_SEQUENCE + sequence, 0xc000_0000 + sequence, 0, socketId), payload]),
    control,
    close: () => socket.close(),
  }
}
