import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { LiveSink } from '@kinora/media'
import type { Logger } from '../../../platform/log.ts'
import { checkHost } from '../../../platform/net/address-guard.ts'
import { createSrtConnection, type SrtConnection, TICK_MS } from '../ingest/srt/connection.ts'
import { CONCLUSION, INDUCTION, readHandshake } from '../ingest/srt/handshake.ts'
import { createSrtKeys, makeKeyMessage, type SrtKeys } from '../ingest/srt/keys.ts'
import { SRT_LIMITS } from '../ingest/srt/limits.ts'
import { CONTROL, readPacket, words, writeControl } from '../ingest/srt/packet.ts'
import type { HttpOptions } from './guarded-http.ts'
import { SOURCE_FAULTS, SourceFailure } from './source-failure.ts'

const REPEAT_MS = 250
const CONNECT_MS = 5000
const VERSION = 0x01_05_03
const FLAGS = 0xbf
const MAX_ID = 2 ** 30

/** Plays a stream of an SRT listener until it ends. @throws SourceFailure */
export async function playSrt(
  url: URL,
  { allowed, signal, sink, log }: HttpOptions & { readonly sink: LiveSink; readonly log: Logger },
): Promise<void> {
  const { address, family } = await checkHost(url, allowed)
  const socket = createSocket(family === 4 ? 'udp4' : 'udp6')
  const { promise: ended, resolve: end, reject } = Promise.withResolvers<void>()
  let connection: SrtConnection | null = null
  let timer: NodeJS.Timeout | undefined
  // An unreachable peer times out.
  socket.on('error', () => undefined)
  const stop = () => end()
  signal.addEventListener('abort', stop, { once: true })
  try {
    socket.connect(Number(url.port), address)
    await once(socket, 'connect')
    const own = await makeRequest(url)
    const response = await shakeHands(socket, own, signal)
    connection = createSrtConnection({
      peerSocketId: response.socketId,
      initialSequence: own.initialSequence,
      latencyMs: Math.min(Math.max(own.latencyMs, response.senderDelayMs), SRT_LIMITS.maxLatencyMs),
      keys: own.keys,
      limits: SRT_LIMITS,
      nowMs: () => performance.now(),
      log,
      send: (datagram) => socket.send(datagram, () => undefined),
      sink: { ...sink, end, refuse: ({ reason }) => reject(new SourceFailure(SOURCE_FAULTS[reason])) },
    })
    const open = connection
    socket.on('message', (datagram) => {
      const packet = readPacket(datagram)
      if (packet?.socketId === own.socketId) open.receive(packet)
    })
    timer = setInterval(open.tick, TICK_MS)
    await ended
  } finally {
    clearInterval(timer)
    connection?.close(true)
    signal.removeEventListener('abort', stop)
    socket.close()
  }
}

interface Request {
  readonly socketId: number
  readonly initialSequence: number
  readonly latencyMs: number
  readonly keys: SrtKeys | null
  readonly keyMessage: Buffer | null
  readonly streamId: string
}

async function makeRequest({ searchParams }: URL): Promise<Request> {
  const passphrase = searchParams.get('passphrase') ?? ''
  const keyMessage =
    passphrase === '' ? null : await makeKeyMessage(passphrase, Number(searchParams.get('pbkeylen')) || 16)
  const keys = keyMessage === null ? null : createSrtKeys(passphrase)
  if (keyMessage !== null) await keys?.load(keyMessage)
  return {
    socketId: randomInt(1, MAX_ID),
    initialSequence: randomInt(1, MAX_ID),
    // As in ffmpeg, the latency in the URL is in microseconds.
    latencyMs: Math.round((Number(searchParams.get('latency')) || SRT_LIMITS.latencyMs * 1000) / 1000),
    keys,
    keyMessage,
    streamId: searchParams.get('streamid') ?? '',
  }
}

/** Runs the handshake. Repeats each request until its response arrives. @throws SourceFailure */
async function shakeHands(socket: ReturnType<typeof createSocket>, own: Request, signal: AbortSignal) {
  const responses: Buffer[] = []
  const listen = (datagram: Buffer) => {
    const packet = readPacket(datagram)
    if (packet?.kind === 'control' && packet.type === CONTROL.handshake) responses.push(packet.body)
  }
  const deadline = performance.now() + CONNECT_MS
  const ask = async (request: Buffer, fits: (type: number) => boolean) => {
    for (;;) {
      socket.send(request, () => undefined)
      await pause(REPEAT_MS / 5, undefined, { signal })
      for (let n = 0; n < 5 && responses.length === 0; n++) await pause(REPEAT_MS / 5, undefined, { signal })
      for (const body of responses.splice(0)) {
        const response = readHandshake(body)
        if (response !== null && fits(response.type)) return response
      }
      if (performance.now() > deadline) throw new SourceFailure('The SRT server does not answer.')
    }
  }
  socket.on('message', listen)
  try {
    const { cookie } = await ask(handshake(own, INDUCTION, 0), (type) => type === INDUCTION)
    const response = await ask(handshake(own, CONCLUSION, cookie), (type) => type !== INDUCTION)
    if (response.type !== CONCLUSION)
      throw new SourceFailure(`The SRT server refused the connection with code ${response.type}.`)
    return response
  } finally {
    socket.off('message', listen)
  }
}

/** Writes a handshake request (draft-sharabayko-srt-01, 3.2.1). */
function handshake(own: Request, type: number, cookie: number): Buffer {
  const isFirst = type === INDUCTION
  const { keyMessage, streamId, latencyMs } = own
  const text = Buffer.alloc(Math.ceil(Buffer.byteLength(streamId) / 4) * 4)
  text.write(streamId)
  const settings = words((1 << 16) | 3, VERSION, FLAGS, ((latencyMs << 16) | latencyMs) >>> 0)
  const key =
    keyMessage === null
      ? []
      : [Buffer.concat([words(((3 << 16) | (keyMessage.length / 4)) >>> 0), keyMessage])]
  const target =
    text.length === 0 ? [] : [Buffer.concat([words(((5 << 16) | (text.length / 4)) >>> 0), text.swap32()])]
  const keyBytes = (keyMessage?.[15] ?? 0) * 4
  const extensions = 1 | (key.length > 0 ? 2 : 0) | (target.length > 0 ? 4 : 0)
  const field = isFirst ? 2 : (((keyBytes / 8) << 16) | extensions) >>> 0
  const fixed = words(
    isFirst ? 4 : 5,
    field,
    own.initialSequence,
    1500,
    SRT_LIMITS.maxWindowPackets,
    type,
    own.socketId,
    cookie,
    0,
    0,
    0,
    0,
  )
  const body = isFirst ? fixed : Buffer.concat([fixed, settings, ...key, ...target])
  return writeControl({ type: CONTROL.handshake, socketId: 0, timestampMs: 0 }, body)
}
