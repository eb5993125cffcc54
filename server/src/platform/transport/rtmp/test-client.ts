import { connect, type Socket } from 'node:net'
import { type AmfAnswer, type AmfValue, readAmf, writeAmf } from './amf0.ts'
import { createChunkReader } from './chunk-reader.ts'
import { HANDSHAKE_BYTES } from './handshake.ts'
import { RTMP_LIMITS } from './limits.ts'
import { MESSAGE, type RtmpMessage } from './messages.ts'

/** A scriptable RTMP client for tests. */
export interface TestClient {
  readonly socket: Socket
  readonly closed: Promise<void>
  send(bytes: Buffer): void
  command(...values: AmfAnswer[]): void
  /** Resolves with the next matching message that was not returned yet. Rejects if the connection ends first. */
  message(fits: (message: RtmpMessage) => boolean): Promise<RtmpMessage>
  /** The values of the next command with that name. */
  answer(name: string): Promise<AmfValue[]>
}

/** Connects and completes the handshake. */
export async function openClient(port: number): Promise<TestClient> {
  const socket = connect(port, '127.0.0.1')
  const reader = createChunkReader(RTMP_LIMITS)
  reader.allowMedia()
  const messages: RtmpMessage[] = []
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  let isClosed = false
  let handshake: Buffer = Buffer.alloc(0)
  let notify: () => void = () => undefined
  const changed = () =>
    new Promise<void>((resolve) => {
      notify = resolve
    })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isClosed = true
    close()
    notify()
  })
  socket.on('data', (bytes: Buffer) => {
    const total = 1 + 2 * HANDSHAKE_BYTES
    const missing = total - handshake.length
    handshake = Buffer.concat([handshake, bytes.subarray(0, missing)])
    if (handshake.length === total) reader.push(bytes.subarray(missing))
    for (let message = reader.next(); message !== null; message = reader.next()) messages.push(message)
    notify()
  })
  const client: TestClient = {
    socket,
    closed,
    send: (bytes) => socket.write(bytes),
    command: (...values) => socket.write(chunk(3, MESSAGE.commandAmf0, 1, writeAmf(...values))),
    async message(fits) {
      for (;;) {
        const index = messages.findIndex(fits)
        const [found] = index < 0 ? [] : messages.splice(index, 1)
        if (found) return found
        if (isClosed) throw new Error('the connection ended')
        await changed()
      }
    },
    async answer(name) {
      const isAnswer = ({ type, body }: RtmpMessage) =>
        type === MESSAGE.commandAmf0 && readAmf(body)[0] === name
      return readAmf((await client.message(isAnswer)).body)
    },
  }
  socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * HANDSHAKE_BYTES, 1)]))
  return client
}

/** Splits a message into chunks of 128 bytes, the initial chunk size. */
export function chunk(chunkStream: number, type: number, timestampMs: number, body: Buffer): Buffer {
  const header = Buffer.alloc(12)
  header.writeUInt8(chunkStream)
  header.writeUIntBE(timestampMs, 1, 3)
  header.writeUIntBE(body.length, 4, 3)
  header.writeUInt8(type, 7)
  header.writeUInt32LE(1, 8)
  const parts = [header, body.subarray(0, 128)]
  for (let at = 128; at < body.length; at += 128)
    parts.push(Buffer.from([0xc0 | chunkStream]), body.subarray(at, at + 128))
  return Buffer.concat(parts)
}
