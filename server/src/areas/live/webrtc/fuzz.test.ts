import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { detectFfmpeg } from '../../../platform/ffmpeg/index.ts'
import { createLog } from '../../../platform/log.ts'
import { seededRandom } from '../../../testing/attacks/seeded-random.ts'
import { offerPeer } from '../../../testing/live/rtc-peer.ts'
import { testIngest } from '../ingest/test-publish.ts'
import { loadRtcLibrary, reserveUdpPort } from './library.ts'
import { RTC_LIMITS } from './limits.ts'
import { startWhipServer, type WhipServer } from './whip.ts'

const CASES = 300
const KEY = 'live_good'

let whip: WhipServer
let cwd: string
const ingest = testIngest([KEY])
const log = createLog('silent')

beforeAll(async () => {
  const library = await loadRtcLibrary(log)
  if (library === null) throw new Error('the WebRTC library does not load')
  cwd = await mkdtemp(join(tmpdir(), 'kinora-webrtc-'))
  const ffmpeg = await detectFfmpeg()
  await ffmpeg.prepareFolder(cwd)
  const endpoint = { port: await reserveUdpPort(0, '127.0.0.1'), bindAddress: '127.0.0.1', announced: null }
  const { onPublish } = ingest
  whip = startWhipServer({ library, endpoint, onPublish, ffmpeg, log, cwd, memoryBytes: 2 * 1024 ** 3 })
})
afterAll(async () => {
  whip.close()
  await rm(cwd, { recursive: true, force: true })
})

const publish = (sdp: string, streamKey = KEY) =>
  whip.publish({ sdp, streamKey, address: '127.0.0.1', encoder: 'test' })

it('survives broken offers, limits waiting peers, and accepts a valid publisher afterwards', async () => {
  const good = await offerPeer('sends')
  const random = seededRandom(7)
  let answered = 0
  for (let n = 0; n < CASES; n++) {
    const result = await publish(mutate(good.sdp, random))
    if (result.type === 'answer') answered += 1
  }
  expect(answered).toBeGreaterThan(0)
  expect(answered).toBeLessThanOrEqual(RTC_LIMITS.maxPending)
  expect((await publish(good.sdp, 'live_wrong')).type).toBe('refused')
  // Sessions that never connect must not use up the limit.
  for (const { publisher } of ingest.receivedStreams.splice(0)) publisher.close('stopped')
  const before = ingest.receivedStreams.length
  const result = await publish(good.sdp)
  if (result.type !== 'answer') throw new Error(JSON.stringify(result))
  expect(ingest.receivedStreams.length).toBe(before + 1)
  good.answer(result.sdp)
  await expect.poll(() => good.state()).toBe('connected')
  expect(whip.end(result.id)).toBe(true)
  expect(whip.end(result.id)).toBe(false)
  await ingest.receivedStreams.at(-1)?.ended
  good.close()
})

type Random = (below: number) => number

/** Changes characters, repeats or drops lines, or replaces numbers and words. */
function mutate(good: string, random: Random): string {
  let lines = good.split('\r\n')
  for (let n = random(4) + 1; n > 0; n--) {
    const at = random(lines.length)
    const line = lines[at] ?? ''
    switch (random(6)) {
      case 0:
        lines = lines.toSpliced(at, 1)
        break
      case 1:
        lines = lines.toSpliced(random(lines.length), 0, line)
        break
      case 2:
        lines[at] = line.replace(/\d+/, String(random(2 ** 31)))
        break
      case 3:
        lines[at] = line.slice(0, random(line.length + 1))
        break
      case 4:
        lines[at] = line + String.fromCharCode(...Array.from({ length: random(300) }, () => random(256)))
        break
      default: {
        const place = random(line.length + 1)
        lines[at] = line.slice(0, place) + String.fromCharCode(random(256)) + line.slice(place + 1)
      }
    }
  }
  return lines.join('\r\n')
}
