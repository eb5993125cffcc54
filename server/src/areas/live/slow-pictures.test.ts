// Slow: publishes in real time.
import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, contentWhen, newOwner, whenFound } from '../../testing/client.ts'
import { parseLlPlaylist } from '../../testing/hls/ll-hls-check.ts'
import { startTestKinora, type TestKinora } from '../../testing/kinora.ts'
import { newStream } from '../../testing/livestreams.ts'
import { eventually } from '../../testing/machine/eventually.ts'
import { patient } from '../../testing/machine/patience.ts'
import { encodeTags, publishTags, type SentTag } from './ingest/rtmp/test-encoder.ts'

let kinora: TestKinora
let owner: Client

beforeAll(async () => {
  kinora = await startTestKinora({ env: { ROLES: 'web,delivery,worker,ingest', LOG_LEVEL: 'warn' } })
  owner = await newOwner(kinora.url)
  await whenFound(`${kinora.url}/readyz`)
})
afterAll(() => kinora.stop())

interface Source {
  readonly encode: () => Promise<SentTag[]>
  /** Longest time without new video for viewers, in seconds. */
  readonly longestS: number
}

const steady = (rate: number): Source => ({
  encode: () => encodeTags(`-g ${2 * rate}`, { rate, seconds: 14 }),
  longestS: 1 / rate + 1,
})

const sources: readonly (readonly [string, Source])[] = [
  ['a picture per second', steady(1)],
  ['2 pictures per second', steady(2)],
  ['5 pictures per second', steady(5)],
  ['8 pictures per second', steady(8)],
  [
    'a screen that stands still for 6 s',
    {
      encode: () => encodeTags('-vf select=not(between(t\\,5\\,11)) -fps_mode vfr -g 60', { seconds: 18 }),
      longestS: 2.5,
    },
  ],
  [
    'slides that change every 5 s, with few keyframes',
    {
      encode: () => encodeTags('-vf select=not(mod(n\\,150)) -fps_mode vfr -g 60', { seconds: 26 }),
      longestS: 4,
    },
  ],
  [
    'a keyframe every 10 s and a network that is held up for 0.9 s',
    {
      async encode() {
        const tags = await encodeTags('-g 300', { seconds: 18 })
        const isLate = ({ atMs }: SentTag) => atMs > 8000 && atMs < 8900
        return tags.map((tag) => (isLate(tag) ? { ...tag, atMs: 8900 } : tag))
      },
      longestS: 2.5,
    },
  ],
]

/** Times at which the newest part of the top rendition changed, while a condition holds. */
async function arrivalsWhile(master: string, holds: () => boolean): Promise<number[]> {
  const text = await (await fetch(master)).text()
  const media = new URL(text.split('\n').find((line) => line !== '' && !line.startsWith('#')) ?? '', master)
  const arrivals: number[] = []
  let newest = ''
  while (holds()) {
    const last = parseLlPlaylist(await (await fetch(media)).text()).segments.at(-1)
    const at = `${last?.msn} ${last?.parts.length}`
    if (at !== newest) arrivals.push(performance.now())
    newest = at
    await pause(40)
  }
  return arrivals
}

/** Mean brightness of the picture at a time, of 255. */
async function brightnessAt(url: string, seconds: number): Promise<number> {
  const args = `-v error -i ${url} -map 0:v:0 -ss ${seconds} -frames:v 1 -vf scale=1:1:flags=area -f rawvideo -pix_fmt gray -`
  const { stdout } = await promisify(execFile)('ffmpeg', args.split(' '), { encoding: 'buffer' })
  return stdout[0] ?? 0
}

/** Mean volume between two times, in dB. */
async function volumeOf(url: string, from: number, to: number): Promise<number> {
  const args = `-hide_banner -i ${url} -map 0:a -af atrim=${from}:${to},volumedetect -f null -`
  const { stderr } = await promisify(execFile)('ffmpeg', args.split(' '))
  return Number(/mean_volume: (-?[\d.]+)/.exec(stderr)?.[1])
}

it.concurrent.each(sources)(
  'viewers of %s see it all the time, and no slate',
  async (_name, { encode, longestS }) => {
    const tags = await encode()
    const { id, playbackId, ingest } = await newStream(owner, { reconnectWindowS: 0 })
    const { streamKey } = await owner.call('getStreamKey', { params: { id } })
    let isSending = true
    const published = publishTags(Number(new URL(ingest.rtmp).port), streamKey, tags).finally(() => {
      isSending = false
    })
    const master = `${kinora.url}/play/${playbackId}.m3u8`
    await whenFound(master)
    const recordingId = await eventually(async () => {
      const stream = await owner.call('getLivestream', { params: { id } })
      expect(stream.recordingId).not.toBeNull()
      return stream.recordingId ?? ''
    })
    const arrivals = await arrivalsWhile(master, () => isSending)
    const waits = arrivals.slice(1).map((at, n) => at - (arrivals[n] ?? at))
    await published
    const { events } = await owner.call('getMonitors', { params: { id }, query: {} })
    expect(events.filter(({ type }) => type === 'slate')).toEqual([])
    expect(Math.max(...waits)).toBeLessThan(patient(longestS * 1000))
    await eventually(async () =>
      expect((await owner.call('getLivestream', { params: { id } })).status).toBe('idle'),
    )
    const { urls } = await contentWhen(owner, recordingId, ({ stage }) => stage === null)
    expect(await brightnessAt(urls.hls, 9)).toBeGreaterThan(60)
    expect(await volumeOf(urls.hls, 6, 9)).toBeGreaterThan(-40)
  },
)
