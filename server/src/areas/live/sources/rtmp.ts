import type { Socket } from 'node:net'
import { createFlvSource, type FlvSource, type LiveSink } from '@kinora/media'
import { checkHost } from '../../../platform/net/address-guard.ts'
import { type AmfValue, readAmf } from '../../../platform/transport/rtmp/amf0.ts'
import { createChunkReader } from '../../../platform/transport/rtmp/chunk-reader.ts'
import { createGreeting } from '../../../platform/transport/rtmp/client-greeting.ts'
import { connectToServer, rtmpServerOf } from '../../../platform/transport/rtmp/client-socket.ts'
import { readScript } from '../../../platform/transport/rtmp/commands.ts'
import { RTMP_LIMITS } from '../../../platform/transport/rtmp/limits.ts'
import {
  acknowledgement,
  command,
  EVENT,
  MESSAGE,
  pingResponse,
  type RtmpMessage,
  serverSettings,
} from '../../../platform/transport/rtmp/messages.ts'
import type { HttpOptions } from './guarded-http.ts'
import { assertTaken, SourceFailure } from './source-failure.ts'

const WINDOW_BYTES = 2_500_000
const LIVE_ONLY = -2000
const CONNECT = 1
const CREATE_STREAM = 2

/** Plays a stream of an RTMP server until it ends. @throws SourceFailure */
export async function playRtmp(
  url: URL,
  { allowed, signal, sink }: HttpOptions & { readonly sink: LiveSink },
): Promise<void> {
  const { address } = await checkHost(url, allowed)
  const socket = connectToServer(rtmpServerOf(url, address))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stop = () => socket.destroy()
  signal.addEventListener('abort', stop, { once: true })
  socket.setTimeout(RTMP_LIMITS.idleTimeoutMs, () => {
    reject(new SourceFailure('The source sends nothing.'))
    socket.destroy()
  })
  socket.on('error', () => reject(new SourceFailure('The source cannot be reached.')))
  socket.on('close', () => resolve())
  const session = createPlaySession(socket, url, createFlvSource(sink))
  socket.on('data', (bytes: Buffer) => {
    try {
      session(bytes)
    } catch (error) {
      reject(error instanceof SourceFailure ? error : new SourceFailure('The source is not valid RTMP.'))
      socket.destroy()
    }
  })
  try {
    await promise
  } finally {
    signal.removeEventListener('abort', stop)
    socket.destroy()
  }
}

/** Client side of an RTMP connection. Returns a function that takes received bytes. */
function createPlaySession(socket: Socket, url: URL, flv: FlvSource): (bytes: Buffer) => void {
  const reader = createChunkReader(RTMP_LIMITS)
  reader.allowMedia()
  const greeting = createGreeting((bytes) => socket.write(bytes))
  let hasGreeted = false
  let received = 0
  let acknowledged = 0
  const path = url.pathname.replace(/^\/+/, '')
  const app = path.split('/').slice(0, -1).join('/')
  const name = `${path.split('/').at(-1) ?? ''}${url.search}`
  socket.write(greeting.hello)

  function begin(): void {
    socket.write(serverSettings(WINDOW_BYTES))
    const tcUrl = `${url.protocol}//${url.host}/${app}`
    socket.write(command(0, 'connect', CONNECT, { app, tcUrl, flashVer: 'LNX 9,0,124,2' }))
  }

  function handle(message: RtmpMessage): void {
    const { type, body, timestampMs } = message
    if (type === MESSAGE.video) assertTaken(flv.video(timestampMs, body))
    else if (type === MESSAGE.audio) assertTaken(flv.audio(timestampMs, body))
    else if (type === MESSAGE.dataAmf0 || type === MESSAGE.dataAmf3)
      flv.script(timestampMs, readScript(message))
    else if (type === MESSAGE.userControl && body.length >= 6 && body.readUInt16BE() === EVENT.pingRequest)
      socket.write(pingResponse(body.readUInt32BE(2)))
    else if (type === MESSAGE.commandAmf0) handleCommand(readAmf(body))
  }

  function handleCommand([called, transaction, , information]: AmfValue[]): void {
    if (called === '_error') throw new SourceFailure('The RTMP server refused the connection.')
    if (called === '_result' && transaction === CONNECT)
      socket.write(command(0, 'createStream', CREATE_STREAM, null))
    if (called === '_result' && transaction === CREATE_STREAM)
      socket.write(command(Number(information), 'play', 0, null, name, LIVE_ONLY))
    if (called !== 'onStatus' || !(information instanceof Map)) return
    if (information.get('level') === 'error')
      throw new SourceFailure(`The RTMP server refused: ${String(information.get('code')).slice(0, 100)}.`)
    if (information.get('code') === 'NetStream.Play.UnpublishNotify') socket.destroy()
  }

  return (bytes) => {
    received += bytes.length
    const chunks = greeting.take(bytes)
    if (chunks === null) return
    if (!hasGreeted) begin()
    hasGreeted = true
    reader.push(chunks)
    for (let message = reader.next(); message !== null; message = reader.next()) handle(message)
    if (received - acknowledged < WINDOW_BYTES / 2) return
    acknowledged = received
    socket.write(acknowledgement(received))
  }
}
