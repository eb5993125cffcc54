import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../platform/clock.ts'
import { createLog } from '../../../../platform/log.ts'
import { countAttempts } from '../../../../platform/transport/attempts.ts'
import type { SrtLimits } from '../../../../platform/transport/srt/limits.ts'
import { CONTROL, words, writeControl } from '../../../../platform/transport/srt/packet.ts'
import { seededRandom } from '../../../../testing/attacks/seeded-random.ts'
import type { OnPublish, Publisher, PublishRefusal } from '../publisher.ts'
import { testIngest } from '../test-publish.ts'
import { type SrtServer, startSrtServer } from './server.ts'
import { readStreamId } from './stream-id.ts'
import { openCaller, type TestCaller } from './test-caller.ts'

const ACCEPTED = 0xffff_ffff

const servers: SrtServer[] = []
const callers: TestCaller[] = []
afterEach(async () => {
  for (const caller of callers.splice(0)) caller.close()
  for (const server of servers.splice(0)) await server.close()
})

describe('a handshake', () => {
  it.each<[PublishRefusal, number]>([
    ['unknown-key', 2404],
    ['already-publishing', 2409],
    ['too-many-attempts', 2402],
    ['disabled', 2403],
  ])('is rejected with a code for %s', async (reason, code) => {
    const port = await serve(async () => ({ isAccepted: false, reason }))
    expect(await call(port, 'key')).toMatchObject({ type: code })
  })

  it('is rejected without a passphrase or stream key, and with the mode of a player', async () => {
    const port = await serve(testIngest(['key']).onPublish, { passphrase: 'a-passphrase' })
    expect(await call(port, 'key')).toMatchObject({ type: 1011 })
    expect(await call(port, '')).toMatchObject({ type: 2400 })
    expect(await call(port, '#!::r=key,m=request')).toMatchObject({ type: 2405 })
  })

  it('is rejected when the authorization fails or the publisher is closed meanwhile', async () => {
    const failing = await serve(() => Promise.reject(new Error('no database')))
    expect(await call(failing, 'key')).toMatchObject({ type: 2500 })
    const ingest = testIngest(['key'])
    const closing = await serve((publisher: Publisher) => {
      publisher.close('key-revoked')
      return ingest.onPublish(publisher)
    })
    expect(await call(closing, 'key')).toMatchObject({ type: 2401 })
    expect(ingest.receivedStreams[0]?.isEnded()).toBe(false)
  })

  it('is answered again if the caller repeats it, and authorized once', async () => {
    const ingest = testIngest(['key'])
    const port = await serve(ingest.onPublish)
    const caller = await opened(port)
    const first = await caller.request('key')
    expect(first.type).toBe(ACCEPTED)
    expect(await caller.request('key')).toEqual(first)
    expect(ingest.receivedStreams).toHaveLength(1)
  })

  it('needs the cookie of the address', async () => {
    const ingest = testIngest(['key'])
    const port = await serve(ingest.onPublish)
    const stolen = (await opened(port)).requestBytes('key')
    const thief = await opened(port)
    thief.send(stolen)
    expect((await thief.request('key')).type).toBe(ACCEPTED)
    expect(ingest.receivedStreams).toHaveLength(1)
  })

  it('is rejected above the limit of an address', async () => {
    const port = await serve(testIngest(['key']).onPublish, { limits: { maxConnectionsPerAddress: 1 } })
    expect(await call(port, 'key')).toMatchObject({ type: ACCEPTED })
    expect(await call(port, 'key')).toMatchObject({ type: 1003 })
  })
})

describe('a connection', () => {
  it('reports losses, acknowledges, and is closed by a shutdown', async () => {
    const ingest = testIngest(['key'])
    const caller = await opened(await serve(ingest.onPublish))
    const { socketId } = await caller.request('key')
    for (const sequence of [0, 1, 4]) caller.send(caller.data(socketId, sequence, Buffer.alloc(188)))
    expect((await caller.control(CONTROL.nak)).body).toEqual(words(0x8000_0000 + 102, 103))
    expect((await caller.control(CONTROL.ack)).body.readUInt32BE()).toBe(102)
    caller.send(writeControl({ type: CONTROL.dropRequest, socketId, timestampMs: 0 }, words(102, 103)))
    await expect.poll(async () => (await caller.control(CONTROL.ack)).body.readUInt32BE()).toBe(105)
    caller.send(writeControl({ type: CONTROL.shutdown, socketId, timestampMs: 0 }))
    await ingest.receivedStreams[0]?.ended
  })

  it('ends without media, even if the peer responds', async () => {
    const ingest = testIngest(['key'])
    const caller = await opened(await serve(ingest.onPublish, { limits: { idleTimeoutMs: 100 } }))
    await caller.request('key')
    await caller.control(CONTROL.shutdown)
    await ingest.receivedStreams[0]?.ended
  })

  it('survives broken datagrams, also of other peers', async () => {
    const ingest = testIngest(['key'])
    const port = await serve(ingest.onPublish, { limits: { maxConnectionsPerAddress: 10_000 } })
    const caller = await opened(port)
    const { socketId } = await caller.request('key')
    const random = seededRandom(11)
    const good = [
      caller.requestBytes('key'),
      caller.data(socketId, 5, Buffer.alloc(1316, 0x47)),
      ...Object.values(CONTROL).map((type) =>
        writeControl({ type, subtype: 3, socketId, timestampMs: 0 }, words(104, 0x8000_0001, 7)),
      ),
    ].filter((datagram) => datagram[1] !== CONTROL.shutdown)
    const stranger = await opened(port)
    for (let n = 0; n < 5000; n++) {
      const datagram = mutate(good[random(good.length)] ?? Buffer.alloc(0), random)
      ;(n % 5 === 0 ? stranger : caller).send(datagram)
      // Lets the server read, so that its socket buffer does not overflow.
      if (n % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    const last = await opened(port)
    expect((await last.request('key')).type).toBe(ACCEPTED)
  })
})

describe('a stream ID', () => {
  it.each([
    ['key', 'key'],
    ['#!::r=key', 'key'],
    ['#!::u=someone,r=key,m=publish', 'key'],
    ['#!::m=publish', ''],
    ['#!::r=key,m=request', null],
    ['#!::r=key,m=bidirectional', null],
  ])('%s names %s', (streamId, streamKey) => {
    expect(readStreamId(streamId)?.streamKey ?? null).toBe(streamKey)
  })

  it.each([
    ['key', false],
    ['key?backup=1', true],
    ['key?backup=0', false],
    ['#!::r=key,m=publish,backup=1', true],
    ['#!::r=key,backup=0', false],
  ])('%s is of a backup encoder: %s', (streamId, isBackup) => {
    expect(readStreamId(streamId)).toEqual({ streamKey: 'key', isBackup })
  })
})

async function serve(
  onPublish: OnPublish,
  { passphrase = null, limits = {} }: { passphrase?: string | null; limits?: Partial<SrtLimits> } = {},
): Promise<number> {
  const server = await startSrtServer({
    port: 0,
    host: '127.0.0.1',
    attempts: countAttempts(systemClock),
    passphraseOf: async () => passphrase,
    onPublish,
    log: createLog('silent'),
    limits,
  })
  servers.push(server)
  return server.port
}

async function opened(port: number): Promise<TestCaller> {
  const caller = await openCaller(port)
  callers.push(caller)
  return caller
}

async function call(port: number, streamId: string) {
  return (await opened(port)).request(streamId)
}

function mutate(good: Buffer, random: (below: number) => number): Buffer {
  const bytes = Buffer.from(good)
  for (let n = random(8); n >= 0; n--) {
    // The destination mostly stays, because the server drops packets with an unknown destination at once.
    const at = random(bytes.length)
    if (at < 12 || at >= 16 || random(20) === 0) bytes[at] = random(256)
  }
  return random(4) === 0 ? bytes.subarray(0, random(bytes.length)) : bytes
}
