import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../../platform/log.ts'
import { writeAmf } from '../../../../platform/transport/rtmp/amf0.ts'
import type { RtmpLimits } from '../../../../platform/transport/rtmp/limits.ts'
import { MESSAGE } from '../../../../platform/transport/rtmp/messages.ts'
import { chunk, openClient, type TestClient } from '../../../../platform/transport/rtmp/test-client.ts'
import type { OnPublish } from '../publisher.ts'
import { testIngest } from '../test-publish.ts'
import { type RtmpServer, startRtmpServer } from './server.ts'

const servers: RtmpServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

/** Metadata of a source without video, whose audio waits for none. */
const audioOnly = chunk(5, MESSAGE.dataAmf0, 0, writeAmf('onMetaData', { audiocodecid: 10 }))

describe('a session', () => {
  it('accepts an invalid URL', async () => {
    const client = await openClient(await serve(testIngest([]).onPublish))
    client.command('connect', 1, { app: 'live', tcUrl: 'not a url' })
    const [, transaction, , information] = await client.answer('_result')
    expect(transaction).toBe(1)
    expect(information).toEqual(
      new Map<string, unknown>([
        ['level', 'status'],
        ['code', 'NetConnection.Connect.Success'],
        ['description', 'Connection succeeded.'],
        ['objectEncoding', 0],
      ]),
    )
  })

  it('announces the codecs that it takes to clients that support Enhanced RTMP', async () => {
    const client = await openClient(await serve(testIngest([]).onPublish))
    client.command('connect', 1, { app: 'live', fourCcList: ['*'] })
    const [, , , information] = await client.answer('_result')
    expect(information).toEqual(expect.any(Map))
    expect(information instanceof Map && information.get('fourCcList')).toEqual([
      'avc1',
      'hvc1',
      'av01',
      'mp4a',
      'Opus',
    ])
  })

  it('answers the commands that encoders wait for', async () => {
    const client = await openClient(await serve(testIngest(['key']).onPublish))
    client.command('connect', 1, { app: 'live' })
    await client.answer('_result')
    client.command('releaseStream', 2, null, 'key')
    expect((await client.answer('_result'))[1]).toBe(2)
    client.command('FCPublish', 3, null, 'key')
    await client.answer('onFCPublish')
    client.command('createStream', 4, null)
    expect(await client.answer('_result')).toEqual(['_result', 4, null, 1])
    client.command('_checkbw', 5, null)
    expect((await client.answer('_error'))[1]).toBe(5)
    client.send(chunk(2, MESSAGE.userControl, 0, Buffer.from([0, 6, 0, 0, 0, 9])))
    const pong = await client.message(({ type, body }) => type === MESSAGE.userControl && body[1] === 7)
    expect(pong.body).toEqual(Buffer.from([0, 7, 0, 0, 0, 9]))
    client.command('publish', 6, null, 'key', 'live')
    expect(codeOf(await client.answer('onStatus'))).toBe('NetStream.Publish.Start')
    client.command('FCUnpublish', 7, null, 'key')
    expect(codeOf(await client.answer('onStatus'))).toBe('NetStream.Unpublish.Success')
    await client.closed
  })

  it('finds the stream key in the app if the name is empty', async () => {
    const ingest = testIngest(['key'])
    const client = await openClient(await serve(ingest.onPublish))
    client.command('connect', 1, { app: 'live/key?x=1', flashVer: 'En\u0000coder' })
    client.command('publish', 2, null, '', 'live')
    expect((await ingest.next()).publisher.request).toMatchObject({
      streamKey: 'key',
      encoder: 'Encoder',
      isBackup: false,
    })
  })

  it.each([
    ['live', 'key?backup=1'],
    ['live/key?backup=1', ''],
  ])('knows a backup encoder by the app %s and the name %s', async (app, name) => {
    const ingest = testIngest(['key'])
    const client = await openClient(await serve(ingest.onPublish))
    client.command('connect', 1, { app })
    client.command('publish', 2, null, name, 'live')
    expect((await ingest.next()).publisher.request).toMatchObject({ streamKey: 'key', isBackup: true })
  })

  it('acknowledges bytes at the window of the client', async () => {
    const client = await openClient(await serve(testIngest(['key']).onPublish))
    client.send(chunk(2, MESSAGE.windowAckSize, 0, Buffer.from([0, 1, 0, 0])))
    client.command('connect', 1, { app: 'live' })
    client.command('publish', 2, null, 'key', 'live')
    await client.answer('onStatus')
    client.send(chunk(4, MESSAGE.video, 0, Buffer.alloc(70_000, 0x57)))
    const { body } = await client.message(({ type }) => type === MESSAGE.acknowledgement)
    expect(body.readUInt32BE()).toBeGreaterThanOrEqual(65_536)
  })

  it('passes on cues, and ignores invalid script data', async () => {
    const ingest = testIngest(['key'])
    const client = await openClient(await serve(ingest.onPublish))
    client.command('connect', 1, { app: 'live' })
    client.command('publish', 2, null, 'key', 'live')
    const { cues, packets, isEnded } = await ingest.next()
    const cue = writeAmf('onCuePoint', { name: 'adStart', time: 12, parameters: { id: 'a', duration: 30 } })
    client.send(chunk(5, MESSAGE.dataAmf0, 10_000, cue.subarray(0, -4)))
    client.send(chunk(5, MESSAGE.dataAmf0, 10_000, cue))
    client.send(chunk(5, MESSAGE.dataAmf3, 10_000, Buffer.concat([Buffer.of(0), cue])))
    client.send(audioOnly)
    client.send(chunk(4, MESSAGE.audio, 10_000, Buffer.from([0xaf, 0, 0x11, 0x90])))
    client.send(chunk(4, MESSAGE.audio, 10_020, Buffer.from([0xaf, 1, 5])))
    await packets(1)
    const expected = { what: 'out', eventId: 'a', ptsTicks: 12 * 90_000, durationS: 30, origin: 'cuepoint' }
    expect(cues).toMatchObject([expected, expected])
    expect(isEnded()).toBe(false)
  })

  it('reads nothing while the stream key is checked', async () => {
    const { promise: decision, resolve: decide } = Promise.withResolvers<void>()
    const ingest = testIngest(['key'])
    const port = await serve(async (publisher) => {
      await decision
      return ingest.onPublish(publisher)
    })
    const client = await openClient(port)
    client.command('connect', 1, { app: 'live' })
    client.command('publish', 2, null, 'key', 'live')
    client.send(audioOnly)
    client.send(chunk(4, MESSAGE.audio, 0, Buffer.from([0xaf, 0, 0x11, 0x90])))
    client.send(chunk(4, MESSAGE.audio, 20, Buffer.from([0xaf, 1, 5])))
    await client.answer('_result')
    decide()
    const received = await ingest.next()
    await received.packets(1)
    expect(received.audio).toMatchObject([{ dts: 1800 }])
  })

  it('ends a sink that it gets after the connection is closed', async () => {
    const ingest = testIngest(['key'])
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const { promise: decision, resolve: decide } = Promise.withResolvers<void>()
    const port = await serve(async (publisher) => {
      ask()
      await decision
      return ingest.onPublish(publisher)
    })
    const client = await openClient(port)
    client.command('connect', 1, { app: 'live' })
    client.command('publish', 2, null, 'key', 'live')
    await asked
    client.socket.destroy()
    decide()
    await (await ingest.next()).ended
  })

  it('ends when the authorization fails or the sink throws', async () => {
    const failing = await openClient(await serve(() => Promise.reject(new Error('no database'))))
    failing.command('connect', 1, { app: 'live' })
    failing.command('publish', 2, null, 'key', 'live')
    await failing.closed
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const broken = () => {
      throw new Error('broken')
    }
    const port = await serve(async () => ({
      isAccepted: true,
      sink: { track: broken, packet: broken, cue: broken, refuse: broken, end },
    }))
    const client = await openClient(port)
    client.command('connect', 1, { app: 'live' })
    client.command('publish', 2, null, 'key', 'live')
    client.send(audioOnly)
    client.send(chunk(4, MESSAGE.audio, 0, Buffer.from([0xaf, 0, 0x11, 0x90])))
    client.send(chunk(4, MESSAGE.audio, 20, Buffer.from([0xaf, 1, 5])))
    await ended
    await client.closed
  })
})

describe('a publisher', () => {
  /** Connects, and calls `publish` with the stream key. */
  async function published(connectObject: Buffer = writeAmf({ app: 'live' })) {
    const ingest = testIngest(['key'])
    const client = await openClient(await serve(ingest.onPublish))
    client.send(chunk(3, MESSAGE.commandAmf0, 0, Buffer.concat([writeAmf('connect', 1), connectObject])))
    client.command('publish', 2, null, 'key', 'live')
    expect(codeOf(await client.answer('onStatus'))).toBe('NetStream.Publish.Start')
    return { client, received: await ingest.next() }
  }
  const sendAudio = (client: TestClient) => {
    client.send(audioOnly)
    client.send(chunk(4, MESSAGE.audio, 0, Buffer.from([0xaf, 0, 0x11, 0x90])))
    client.send(chunk(4, MESSAGE.audio, 20, Buffer.from([0xaf, 1, 5])))
  }

  it('may publish twice, like IP cameras', async () => {
    const { client, received } = await published()
    client.command('publish', 3, null, 'key', 'live')
    sendAudio(client)
    await received.packets(1)
    expect(received.isEnded()).toBe(false)
  })

  it('may send a value in AMF3, or one that cannot be read, when it connects', async () => {
    const app = writeAmf({ app: 'live', flashVer: 'Encoder' }).subarray(0, -3)
    const field = Buffer.concat([app, Buffer.from([0, 1, 0x61])])
    for (const value of [[0x11, 0x0a, 0x0b, 1], [0x7f], [2, 0xff, 0xff]]) {
      const { client, received } = await published(Buffer.concat([field, Buffer.from(value)]))
      expect(received.publisher.request.encoder).toBe('Encoder')
      client.socket.destroy()
    }
  })

  it('may send aggregate messages', async () => {
    const { client, received } = await published()
    const tags = [
      flvTag(MESSAGE.video, 1000, [0x17, 0, 0, 0, 0, 1, 0x64, 0, 0x1f, 0xff, 0xe1, 0, 0]),
      flvTag(MESSAGE.video, 1000, [0x17, 1, 0, 0, 0, 0, 0, 0, 1, 0x65]),
      flvTag(MESSAGE.audio, 1005, [0xaf, 0, 0x11, 0x90]),
      flvTag(MESSAGE.audio, 1025, [0xaf, 1, 5]),
      flvTag(MESSAGE.video, 1040, [0x27, 1, 0, 0, 0, 0, 0, 0, 1, 0x41]),
      // Cut off.
      flvTag(MESSAGE.video, 1080, [0x27, 1, 0, 0, 0]).subarray(0, 14),
    ]
    client.send(chunk(6, MESSAGE.aggregate, 5000, Buffer.concat(tags)))
    const [late, next] = [0xff_ff00, 0x0100_0010]
    const wide = [flvTag(MESSAGE.audio, late, [0xaf, 1, 6]), flvTag(MESSAGE.audio, next, [0xaf, 1, 7])]
    client.send(chunk(6, MESSAGE.aggregate, 5050, Buffer.concat(wide)))
    await received.packets(5)
    expect(received.video.map(({ dts }) => dts / 90)).toEqual([5000, 5040])
    expect(received.audio.map(({ dts }) => dts / 90)).toEqual([5025, 5050, 5050 + next - late])
    expect(received.isEnded()).toBe(false)
  })

  it.each([
    [MESSAGE.audio, [0x2f, 0, 0], 'codec-not-supported', 'MP3', 'The codec is not supported. '],
    [MESSAGE.video, [0x12, 0, 0], 'codec-not-supported', 'H.263', 'The codec is not supported. '],
    [
      MESSAGE.video,
      [0x17, 0, 0, 0, 0, 1, 0x64, 0, 0x1f, 0xfd, 0xe1, 0, 0],
      'nal-lengths-not-supported',
      'NAL unit lengths of 2 bytes',
      'NAL unit lengths must have 4 bytes. ',
    ],
  ])(
    'is refused with the reason for media that cannot be taken: %i %j',
    async (type, body, reason, detail, text) => {
      const { client, received } = await published()
      client.send(chunk(4, type, 0, Buffer.from(body)))
      const [, , , information] = await client.answer('onStatus')
      expect(information instanceof Map && information.get('description')).toBe(
        `${text}Use H.264, HEVC or AV1 video and AAC or Opus audio.`,
      )
      await received.ended
      await client.closed
      expect(received.faults).toEqual([{ reason, detail }])
    },
  )

  it('is silent while it sends no media', async () => {
    const { client, received } = await published()
    const silentForMs = () => received.publisher.silentForMs?.() ?? Number.NaN
    await expect.poll(silentForMs).toBeGreaterThan(60)
    client.send(chunk(2, MESSAGE.userControl, 0, Buffer.from([0, 6, 0, 0, 0, 9])))
    await client.message(({ type, body }) => type === MESSAGE.userControl && body[1] === 7)
    expect(silentForMs()).toBeGreaterThan(60)
    sendAudio(client)
    await received.packets(1)
    expect(silentForMs()).toBeLessThan(60)
  })
})

describe('the limits', () => {
  it('disconnect clients that do not complete the handshake or do not publish', async () => {
    const port = await serve(testIngest([]).onPublish, { handshakeTimeoutMs: 100, publishTimeoutMs: 300 })
    const silent = connect(port, '127.0.0.1')
    await once(silent, 'close')
    const client = await openClient(port)
    client.command('connect', 1, { app: 'live' })
    await client.answer('_result')
    await client.closed
  })

  it('refuse connections above the maximum', async () => {
    const port = await serve(testIngest([]).onPublish, { maxConnectionsPerAddress: 2 })
    const clients = [await openClient(port), await openClient(port)]
    for (const client of clients) {
      client.command('connect', 1, { app: 'live' })
      await client.answer('_result')
    }
    await (await openClient(port)).closed
    clients[0]?.socket.destroy()
    await expect
      .poll(async () => {
        const client = await openClient(port)
        client.command('connect', 1, { app: 'live' })
        return client.answer('_result').then(
          () => 'served',
          () => 'refused',
        )
      })
      .toBe('served')
  })

  it('leave publishers with a right key out of the maximum of their address', async () => {
    const port = await serve(testIngest(['key']).onPublish, { maxConnectionsPerAddress: 1 })
    const publisher = await openClient(port)
    publisher.command('connect', 1, { app: 'live' })
    publisher.command('createStream', 2, null)
    publisher.command('publish', 3, null, 'key', 'live')
    await publisher.answer('onStatus')
    const next = await openClient(port)
    next.command('connect', 1, { app: 'live' })
    await next.answer('_result')
    publisher.socket.destroy()
    await publisher.closed
    await (await openClient(port)).closed
  })

  it('disconnect clients that send long messages before they publish', async () => {
    const client = await openClient(await serve(testIngest([]).onPublish))
    client.send(chunk(4, MESSAGE.video, 0, Buffer.alloc(70_000)))
    await client.closed
  })

  it('disconnect a publisher that does not read', async () => {
    const ingest = testIngest(['key'])
    const client = await openClient(await serve(ingest.onPublish))
    client.command('connect', 1, { app: 'live' })
    client.command('publish', 2, null, 'key', 'live')
    const { publisher } = await ingest.next()
    client.socket.pause()
    publisher.close('stopped')
    // The client keeps sending, so only the close timeout ends the connection.
    const keepSending = setInterval(() => client.send(Buffer.alloc(10)), 10)
    await new Promise((resolve) => client.socket.once('error', resolve))
    clearInterval(keepSending)
  })

  it('disconnect clients that send many requests and do not read', async () => {
    const client = await openClient(await serve(testIngest([]).onPublish, { maxOutputBytes: 1000 }))
    client.command('connect', 1, { app: 'live' })
    await client.answer('_result')
    client.socket.pause()
    const ping = chunk(2, MESSAGE.userControl, 0, Buffer.from([0, 6, 0, 0, 0, 9]))
    const pings = Buffer.concat(Array.from({ length: 10_000 }, () => ping))
    const failed = new Promise((resolve) => client.socket.once('error', resolve))
    const keepSending = setInterval(() => client.send(pings), 1)
    await failed
    clearInterval(keepSending)
  })
})

async function serve(onPublish: OnPublish, limits: Partial<RtmpLimits> = {}): Promise<number> {
  const server = await startRtmpServer({
    port: 0,
    host: '127.0.0.1',
    onPublish,
    log: createLog('silent'),
    limits,
  })
  servers.push(server)
  return server.port
}

/** A tag of FLV with its size after it. */
function flvTag(type: number, timestampMs: number, body: readonly number[]): Buffer {
  const tag = Buffer.alloc(11 + body.length + 4)
  tag.writeUInt8(type)
  tag.writeUIntBE(body.length, 1, 3)
  tag.writeUIntBE(timestampMs % 2 ** 24, 4, 3)
  tag.writeUInt8(Math.floor(timestampMs / 2 ** 24), 7)
  tag.set(body, 11)
  tag.writeUInt32BE(11 + body.length, 11 + body.length)
  return tag
}

function codeOf([, , , information]: readonly unknown[]): unknown {
  return information instanceof Map ? information.get('code') : null
}
