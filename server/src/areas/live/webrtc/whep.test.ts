import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { detectFfmpeg } from '../../../platform/ffmpeg/index.ts'
import { createLog } from '../../../platform/log.ts'
import { offerPeer } from '../../../testing/live/rtc-peer.ts'
import { loadRtcLibrary, type RtcLibrary, reserveUdpPort } from './library.ts'
import { RTC_LIMITS } from './limits.ts'
import { createRtcOutput } from './output.ts'
import { startWhepServer, type WhepServer } from './whep.ts'

let library: RtcLibrary
let whep: WhepServer
let sdp: string

beforeAll(async () => {
  const loaded = await loadRtcLibrary(createLog('silent'))
  if (loaded === null) throw new Error('the WebRTC library does not load')
  library = loaded
  const peer = await offerPeer('receives')
  sdp = peer.sdp
  peer.close()
})
beforeEach(async () => {
  whep?.close()
  const endpoint = { port: await reserveUdpPort(0, '127.0.0.1'), bindAddress: '127.0.0.1', announced: null }
  const log = createLog('silent')
  const output = createRtcOutput({
    ffmpeg: await detectFfmpeg(),
    log,
    cwd: '/',
    memoryBytes: 2 ** 31,
    onWorkerFailing: () => undefined,
  })
  const outputOf = () => ({ output, epochMs: Date.now() })
  whep = startWhepServer({ library, endpoint, log, maxViewers: 200, outputOf })
})
afterAll(() => whep.close())

/** An offer without a viewer behind it. @returns the kind of the answer, and whether the viewer had to give way since */
async function offer(streamId: string, address: string) {
  const viewer = { type: '', isGone: false }
  const answer = await whep.watch({ sdp, streamId, address }, () => {
    viewer.isGone = true
  })
  viewer.type = answer.type === 'refused' ? answer.reason : answer.type
  return viewer
}

it('limits viewers of one address that do not connect', async () => {
  const types: string[] = []
  for (let n = 0; n <= RTC_LIMITS.maxPendingOfAddress; n += 1)
    types.push((await offer('stream', '192.0.2.1')).type)
  expect(types).toEqual([...Array(RTC_LIMITS.maxPendingOfAddress).fill('answer'), 'full'])
  expect((await offer('stream', '192.0.2.2')).type).toBe('answer')
})

it('keeps room for viewers of other streams', async () => {
  const many: Awaited<ReturnType<typeof offer>>[] = []
  for (let n = 0; n < RTC_LIMITS.maxPending; n += 1)
    many.push(await offer('flooded', `192.0.2.${Math.floor(n / RTC_LIMITS.maxPendingOfAddress)}`))
  expect(new Set(many.map(({ type }) => type))).toEqual(new Set(['answer']))
  const others = [await offer('other', '198.51.100.1'), await offer('other', '198.51.100.2')]
  expect(others).toEqual([
    { type: 'answer', isGone: false },
    { type: 'answer', isGone: false },
  ])
  expect(many.map(({ isGone }) => isGone)).toEqual(many.map((_, n) => n < 2))
})
