import { createTsMuxer } from '@kinora/media'
import { afterEach, expect, it } from 'vitest'
import { readConfig } from '../../../config.ts'
import { systemClock } from '../../../platform/clock.ts'
import { detectFfmpeg } from '../../../platform/ffmpeg/index.ts'
import { createLog } from '../../../platform/log.ts'
import { countAttempts } from '../../../platform/transport/attempts.ts'
import { startRtmpTestServer } from '../../../testing/live/rtmp-server.ts'
import { writtenTracks } from '../../../testing/live/written-stream.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { createFeeds } from './backup/feeds.ts'
import { startConnect } from './connect-runner.ts'
import { readInputMedia } from './input-media.ts'
import type { RelayContext } from './relay-context.ts'
import type { ConnectSpec } from './specs.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function newContext(): Promise<RelayContext> {
  const log = createLog('silent')
  return {
    config: readConfig({ DATA_DIR: '/nowhere', URL_ALLOW_PRIVATE: '127.0.0.0/8' }),
    clock: systemClock,
    log,
    ffmpeg: await detectFfmpeg(),
    attempts: countAttempts(systemClock),
    authorities: undefined,
    streams: {
      access: { secret: '', ca: undefined },
      mediaNodeOf: async () => null,
      encoderNodeOf: async () => null,
      inputNodeOf: async () => null,
      publishPlaceOf: async () => null,
    },
    feeds: createFeeds(),
    hasInput: () => false,
    isOwn: async () => false,
  }
}

it('a stream is metered at a server that acknowledges nothing', async () => {
  const server = await startRtmpTestServer({ acknowledges: false })
  closing.push(server.close)
  const context = await newContext()
  const media = readInputMedia(context.log)
  const sender = {
    kind: 'rtmp',
    mode: 'caller',
    url: `rtmp://127.0.0.1:${server.port}/app`,
    port: 0,
    latencyMs: 0,
    fec: 'none',
    fecColumns: 10,
    fecRows: 5,
    passphrase: '',
    streamId: 'key',
    stream: null,
    maxCallers: 1,
  } as const
  const spec: ConnectSpec = { id: 'connect', name: 'Feed', destinationId: 'destination', sender }
  const connect = startConnect(spec, context, media)
  closing.push(connect.close)
  const muxer = createTsMuxer((bytes) => {
    const payload = Buffer.from(bytes)
    connect.push(payload, 0)
    media.push(payload)
  })
  for (const track of Object.values(writtenTracks)) muxer.track(track)
  let n = 0
  const data = Uint8Array.of(0, 0, 1, 0x8c, 0x65, ...new Uint8Array(400).fill(0x55))
  const timer = setInterval(() => {
    const dts = n++ * 3600
    for (const kind of ['video', 'audio'] as const) muxer.packet({ kind, dts, cts: 0, isKey: true, data })
  }, 10)
  closing.push(() => clearInterval(timer))
  await eventually(() => expect(server.publishers[0]?.packets.length).toBeGreaterThan(5))
  connect.tick(true)
  const { state, usedMs, usedBytes } = connect.report(new Date(), 5)
  expect(state).toBe('connecting')
  expect(usedMs).toBe(5000)
  expect(usedBytes).toBeGreaterThan(2000)
})
