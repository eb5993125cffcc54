import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { SourceFault } from '@kinora/media'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../../../../platform/log.ts'
import { seededRandom } from '../../../../testing/attacks/seeded-random.ts'
import { aacArgs, h264Args, startEncoder } from '../../../../testing/live/encoder.ts'
import type { OnPublish } from '../publisher.ts'
import { type RtmpServer, startRtmpServer } from './server.ts'

const CASES = 1000
const MAX_GROWTH_BYTES = 150 * 1024 * 1024
const HANDSHAKE_BYTES = 2 * 1536 + 1

let server: RtmpServer
let open = 0
let packets = 0
let session: Buffer

const onPublish: OnPublish = async ({ request, close }) => {
  if (!request.streamKey.startsWith('k')) return { isAccepted: false, reason: 'unknown-key' }
  open += 1
  const sink = {
    track: () => undefined,
    packet: () => {
      packets += 1
    },
    cue: () => undefined,
    refuse: ({ reason }: SourceFault) => {
      close(reason)
      open -= 1
    },
    end: () => {
      open -= 1
    },
  }
  return { isAccepted: true, sink }
}

beforeAll(async () => {
  const limits = { maxConnectionsPerAddress: 1000 }
  server = await startRtmpServer({ port: 0, host: '127.0.0.1', onPublish, log: createLog('silent'), limits })
  session = await recordSession()
})
afterAll(() => server.close())

it('survives broken sessions, keeps no state of them, and accepts a valid one afterwards', async () => {
  await replay(session)
  expect(packets).toBeGreaterThan(20)
  const random = seededRandom(7)
  const beforeBytes = process.memoryUsage().rss
  for (let n = 0; n < CASES; n += 20)
    await Promise.all(Array.from({ length: 20 }, () => replay(mutate(session, random))))
  expect(process.memoryUsage().rss - beforeBytes).toBeLessThan(MAX_GROWTH_BYTES)
  packets = 0
  await replay(session)
  expect(packets).toBeGreaterThan(20)
  await expect.poll(() => open).toBe(0)
})

/** Records the bytes that ffmpeg sends in a short valid session. */
async function recordSession(): Promise<Buffer> {
  const received: Buffer[] = []
  const proxy = createServer((client) => {
    const upstream = connect(server.port, '127.0.0.1')
    client.on('data', (bytes) => received.push(Buffer.from(bytes)))
    client.pipe(upstream).pipe(client)
    client.on('error', () => undefined)
    upstream.on('error', () => undefined)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const url = `rtmp://127.0.0.1:${port}/live/key`
  const encoder = startEncoder([...h264Args, '-s', '64x36', ...aacArgs, '-f', 'flv', url], {
    seconds: 1,
    isLive: false,
  })
  expect((await encoder.exited).code).toBe(0)
  proxy.close()
  return Buffer.concat(received)
}

/** Sends the bytes and waits until the server has closed the connection. */
async function replay(bytes: Buffer): Promise<void> {
  const socket: Socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.end(bytes)
  await closed
}

type Random = (below: number) => number

function mutate(good: Buffer, random: Random): Buffer {
  // Most of a session is media and handshake, so most mutations are aimed at the commands between them.
  const commandsEnd = HANDSHAKE_BYTES + 1000
  const place = () => {
    const kind = random(4)
    if (kind === 0) return random(good.length)
    if (kind === 1) return random(HANDSHAKE_BYTES)
    return HANDSHAKE_BYTES + random(commandsEnd - HANDSHAKE_BYTES)
  }
  let bytes: Buffer = Buffer.from(good)
  for (let n = random(4) + 1; n > 0; n--) bytes = mutateOnce(bytes, place(), random)
  return bytes
}

function mutateOnce(bytes: Buffer, at: number, random: Random): Buffer {
  const length = random(200) + 1
  const piece = bytes.subarray(at, at + length)
  switch (random(6)) {
    case 0: {
      const changed = Buffer.from(bytes)
      for (let n = 0; n < length && at + n < changed.length; n += random(40) + 1)
        changed[at + n] = random(256)
      return changed
    }
    case 1: {
      const changed = Buffer.from(bytes)
      if (at < changed.length) changed[at] = (changed[at] ?? 0) ^ (1 << random(8))
      return changed
    }
    case 2:
      return bytes.subarray(0, at)
    case 3:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])
    case 4:
      return Buffer.concat([bytes.subarray(0, at), piece, piece, bytes.subarray(at + length)])
    default: {
      const next = bytes.subarray(at + length, at + 2 * length)
      return Buffer.concat([bytes.subarray(0, at), next, piece, bytes.subarray(at + 2 * length)])
    }
  }
}
