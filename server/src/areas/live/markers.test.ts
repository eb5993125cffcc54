// Slow: publishes in real time.
import type { LiveCue, Livestream } from '@kinora/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, newOwner, whenFound } from '../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../testing/kinora.ts'
import { aacArgs, type Encoder, h264Args, startEncoder } from '../../testing/live/encoder.ts'
import { newStream } from '../../testing/livestreams.ts'

let kinora: TestKinora
let owner: Client
let encoder: Encoder
let stream: Livestream
let pulled: Livestream

beforeAll(async () => {
  kinora = await startTestKinora({ env: { ROLES: 'web,delivery,worker,ingest', LOG_LEVEL: 'warn' } })
  owner = await newOwner(kinora.url)
  await whenFound(`${kinora.url}/readyz`)
  stream = await newStream(owner, { reconnectWindowS: 0, record: false, adMarkers: 'both' })
  const { streamKey } = await owner.call('getStreamKey', { params: { id: stream.id } })
  encoder = startEncoder([...h264Args, ...aacArgs, '-f', 'flv', `${stream.ingest.rtmp}/${streamKey}`])
  await whenFound(stream.urls.hls)
  const source = { type: 'pull', url: stream.urls.hls } as const
  pulled = await newStream(owner, { reconnectWindowS: 0, record: false, source })
  await whenFound(pulled.urls.hls)
})
afterAll(async () => {
  encoder?.process.kill('SIGKILL')
  await encoder?.exited
  await kinora?.stop()
})

const cuesOf = async ({ id }: Livestream) =>
  (await owner.call('listLiveCues', { params: { id }, query: {} })).items.toReversed()
/** Duration of the date range, once the break has ended. */
const lengthOf = ({ at, durationS, endedAt }: LiveCue) =>
  endedAt === null ? durationS : (Date.parse(endedAt) - Date.parse(at)) / 1000

async function playlists(): Promise<string[]> {
  const text = await (await fetch(stream.urls.hls)).text()
  const uris = [
    ...text.split('\n').filter((line) => /^[^#]/.test(line)),
    /URI="([^"]+)"/.exec(text)?.[1] ?? '',
  ]
  return Promise.all(uris.map(async (uri) => (await fetch(new URL(uri, stream.urls.hls))).text()))
}

it('announces its breaks to another Kinora, which shows the same breaks', async () => {
  const params = { id: stream.id }
  const short = await owner.call('startLiveCue', { params, body: { durationS: 4, leadS: 3 } })
  await expect.poll(() => cuesOf(pulled)).toHaveLength(1)
  await expect.poll(() => Date.now() > Date.parse(short.at) + 5000).toBe(true)
  const open = await owner.call('startLiveCue', { params, body: { leadS: 2 } })
  await expect.poll(() => Date.now() > Date.parse(open.at) + 3000).toBe(true)
  await owner.call('endLiveCue', { params: { ...params, cueId: open.id } })
  await expect
    .poll(async () => (await cuesOf(pulled)).map((cue) => lengthOf(cue) !== null))
    .toEqual([true, true])
  const [own, others] = [await cuesOf(stream), await cuesOf(pulled)]
  expect(others.map(({ origin, eventId }) => [origin, eventId])).toEqual(
    own.map(({ id }) => ['daterange', `break-${id}`]),
  )
  const lengthsOf = (cues: readonly LiveCue[]) => cues.map((cue) => lengthOf(cue) ?? Number.NaN)
  const differences = lengthsOf(others).map((lengthS, n) => lengthS - (lengthsOf(own)[n] ?? Number.NaN))
  for (const differenceS of differences) expect(Math.abs(differenceS)).toBeLessThan(0.2)
  const apartS = (cues: readonly LiveCue[]) => Date.parse(cues[1]?.at ?? '') - Date.parse(cues[0]?.at ?? '')
  expect(Math.abs(apartS(others) - apartS(own))).toBeLessThan(500)
})

it('has the same markers in all renditions, and none after they are turned off', async () => {
  const marks = (text: string) => text.split('\n').filter((line) => /^#EXT-X-(?:DATERANGE|CUE)/.test(line))
  const found = (await playlists()).map((text) => marks(text).filter((line) => !line.includes('CONT')))
  expect(found[0]?.length).toBeGreaterThan(2)
  for (const each of found) expect(each).toEqual(found[0])
  await owner.call('updateLivestream', { params: { id: stream.id }, body: { adMarkers: 'none' } })
  await expect.poll(async () => (await playlists()).flatMap(marks)).toEqual([])
})
