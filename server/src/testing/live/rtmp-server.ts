import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { createFlvSource, type LivePacket, type LiveTrack } from '@kinora/media'
import { createAcknowledger } from '../../platform/transport/rtmp/acknowledger.ts'
import type { AmfObject, AmfValue } from '../../platform/transport/rtmp/amf0.ts'
import { createChunkReader } from '../../platform/transport/rtmp/chunk-reader.ts'
import { readCommand, readScript } from '../../platform/transport/rtmp/commands.ts'
import { createHandshake } from '../../platform/transport/rtmp/handshake.ts'
import { RTMP_LIMITS } from '../../platform/transport/rtmp/limits.ts'
import {
  command,
  EVENT,
  MESSAGE,
  pingRequest,
  pingResponse,
  type RtmpMessage,
  serverSettings,
  status,
} from '../../platform/transport/rtmp/messages.ts'

/** A publisher of a test server, with what it has sent. */
export interface ReceivedRtmp {
  readonly app: string
  readonly key: string
  readonly tracks: LiveTrack[]
  readonly packets: LivePacket[]
  /** Times of the frames as they were sent, in milliseconds. */
  readonly timesMs: number[]
  readonly metadata: ReadonlyMap<string, AmfValue>[]
  /** Whether it said that the stream ends. */
  hasLeft(): boolean
  isOpen(): boolean
  /** Reads nothing more until `resume`. */
  pause(): void
  resume(): void
  disconnect(): void
}

interface RtmpTestServerOptions {
  readonly port?: number
  readonly tls?: { readonly cert: string; readonly key: string }
  /** Answers of other streams than these keys. */
  readonly refuse?: { readonly code: string; readonly description: string }
  readonly fourCcs?: readonly string[]
  /** Whether it acknowledges bytes and answers pings. */
  readonly acknowledges?: boolean
  /** Its answer to `createStream`. */
  readonly streamId?: number
  /** Whether it sends pings instead of accepting a stream, and reads none of the answers. */
  readonly asksWithoutReading?: boolean
}

export interface RtmpTestServer {
  readonly port: number
  readonly publishers: ReceivedRtmp[]
  close(): Promise<void>
}

const WINDOW_BYTES = 2_500_000
const STREAM_ID = 1

/** An RTMP server that notes what it gets. It breaks a connection that is against the protocol. */
export async function startRtmpTestServer(options: RtmpTestServerOptions = {}): Promise<RtmpTestServer> {
  const sockets = new Set<Socket>()
  const publishers: ReceivedRtmp[] = []
  const serve = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    serveSocket(socket, options, publishers)
  }
  const server = options.tls === undefined ? createServer(serve) : createTlsServer(options.tls, serve)
  server.on('tlsClientError', (_error, socket: Socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    publishers,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function serveSocket(socket: Socket, options: RtmpTestServerOptions, publishers: ReceivedRtmp[]): void {
  const { refuse, fourCcs = [], acknowledges = true } = options
  const write = (bytes: Buffer) => void socket.write(bytes)
  const handshake = createHandshake(write)
  const reader = createChunkReader(RTMP_LIMITS)
  reader.allowMedia()
  const acknowledger = createAcknowledger({ write })
  let hasShakenHands = false
  let app = ''
  let hasLeft = false
  let own: ReceivedRtmp | null = null
  const tracks: LiveTrack[] = []
  const packets: LivePacket[] = []
  const timesMs: number[] = []
  const metadata: ReadonlyMap<string, AmfValue>[] = []
  const flv = createFlvSource({
    track: (track) => tracks.push({ ...track, config: Uint8Array.from(track.config) }),
    packet: (packet) => packets.push(packet),
    cue: () => undefined,
    end: () => undefined,
  })

  function answer(message: RtmpMessage): void {
    const { name, transactionId, args } = readCommand(message)
    if (name === 'connect') {
      const fields = args[0] as AmfObject
      app = String(fields.get('app'))
      write(serverSettings(WINDOW_BYTES))
      write(
        command(
          0,
          '_result',
          transactionId,
          {},
          { code: 'NetConnection.Connect.Success', fourCcList: fourCcs },
        ),
      )
    } else if (name === 'createStream')
      write(command(0, '_result', transactionId, null, options.streamId ?? STREAM_ID))
    // Servers that know nothing of Adobe's announcements.
    else if (name === 'releaseStream' || name === 'FCPublish')
      write(command(0, '_error', transactionId, null, null))
    else if (name === 'publish' && options.asksWithoutReading) ask(socket)
    else if (name === 'publish') publish(String(args[1]))
    else if (name === 'deleteStream') hasLeft = true
  }

  function publish(key: string): void {
    if (refuse !== undefined) {
      write(status(STREAM_ID, 'error', refuse.code, refuse.description.replace('KEY', key)))
      return
    }
    own = {
      app,
      key,
      tracks,
      packets,
      timesMs,
      metadata,
      hasLeft: () => hasLeft,
      isOpen: () => !socket.destroyed,
      pause: () => socket.pause(),
      resume: () => socket.resume(),
      disconnect: () => socket.destroy(),
    }
    publishers.push(own)
    write(status(STREAM_ID, 'status', 'NetStream.Publish.Start', 'Publishing started.'))
  }

  function take(message: RtmpMessage): void {
    const { type, body, timestampMs } = message
    if (type === MESSAGE.commandAmf0) answer(message)
    else if (type === MESSAGE.windowAckSize) acknowledger.setWindow(body)
    else if (type === MESSAGE.userControl && body.readUInt16BE() === EVENT.pingRequest) {
      if (acknowledges) write(pingResponse(body.readUInt32BE(2)))
    } else if (own === null) throw new Error('media before the stream was accepted')
    else if (type === MESSAGE.dataAmf0) {
      const values = readScript(message)
      const fields = values.find((value): value is AmfObject => value instanceof Map)
      if (fields !== undefined) metadata.push(fields)
      flv.script(timestampMs, values)
    } else if (type === MESSAGE.video || type === MESSAGE.audio) {
      timesMs.push(timestampMs)
      const taken = type === MESSAGE.video ? flv.video(timestampMs, body) : flv.audio(timestampMs, body)
      if (taken !== 'taken') throw new Error(`refused: ${taken.detail}`)
    }
  }

  socket.on('data', (bytes: Buffer) => {
    acknowledger.received(bytes.length)
    const chunks = hasShakenHands ? bytes : handshake.take(bytes)
    if (chunks === null) return
    hasShakenHands = true
    reader.push(chunks)
    for (let message = reader.next(); message !== null; message = reader.next()) take(message)
    if (acknowledges) acknowledger.acknowledge()
  })
}

/** Sends pings until the connection ends. */
function ask(socket: Socket): void {
  const pings = Buffer.concat(Array.from({ length: 4000 }, () => pingRequest(0)))
  socket.pause()
  const more = () => {
    while (!socket.destroyed && socket.write(pings));
  }
  socket.on('drain', more)
  more()
}
