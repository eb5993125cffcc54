// Slow: publishes in real time.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Livestream } from '@kinora/contract'
import { checkHls } from '@kinora/media/testing/hls/test-hls-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, contentWhen, newOwner, whenFound } from '../../testing/client.ts'
import { followLlPlaylist, parseLlPlaylist } from '../../testing/hls/ll-hls-check.ts'
import { startTestKinora, type TestKinora } from '../../testing/kinora.ts'
import { newStream } from '../../testing/livestreams.ts'
import { eventually } from '../../testing/machine/eventually.ts'
import { patient } from '../../testing/machine/patience.ts'
import { encodeTags, enhancedTags, publishTags, type SentTag } from './ingest/rtmp/test-encoder.ts'
import { encodeVideo } from './test-video.ts'

let kinora: TestKinora
let owner: Client

beforeAll(async () => {
  kinora = await startTestKinora({ env: { ROLES: 'web,delivery,worker,ingest', LOG_LEVEL: 'warn' } })
  owner = await newOwner(kinora.url)
  await whenFound(`${kinora.url}/readyz`)
})
afterAll(() => kinora.stop())

const isConfig = ({ kind, body }: SentTag) =>
  body[1] === 0 && (kind === 'video' || (body[0] ?? 0) >> 4 === 10)

const encodeTone = async () => (await encodeTags('-g 60')).filter(({ kind }) => kind === 'audio')

function pauseAudio(tags: readonly SentTag[]): SentTag[] {
  return tags.filter(({ kind, timestampMs }) => kind === 'video' || timestampMs < 4000 || timestampMs > 7200)
}

/** Encoders and cameras that were seen in the field. */
const sources: readonly (readonly [string, () => Promise<SentTag[]>])[] = [
  [
    'a camera with a keyframe every 50 frames, whose clock jitters',
    async () => {
      const tags = await encodeTags('-g 50')
      const jitter = (ms: number) => ms + Math.round(12 * Math.sin(ms))
      return tags.map((tag) => (isConfig(tag) ? tag : { ...tag, timestampMs: 20 + jitter(tag.timestampMs) }))
    },
  ],
  ['an encoder with a keyframe every 10 s', () => encodeTags('-g 300')],
  ['an encoder with a keyframe every 2.8 s', () => encodeTags('-g 84', { seconds: 14 })],
  [
    'an encoder whose keyframes are 1 s and 3 s apart in turn',
    () => encodeTags('-g 999 -force_key_frames 0,1,4,5,8,9'),
  ],
  [
    'an encoder whose audio begins 2.5 s before its video',
    async () => {
      const tags = await encodeTags('-g 60')
      const late = (tag: SentTag) => ({ ...tag, timestampMs: tag.timestampMs + 2500, atMs: tag.atMs + 2500 })
      return tags.map((tag) => (tag.kind === 'audio' ? tag : late(tag)))
    },
  ],
  ['an encoder with open groups of pictures', () => encodeTags('-g 60 -bf 2 -x264-params open-gop=1')],
  ['a camera with a picture per second', () => encodeTags('-g 2', { rate: 1, seconds: 16 })],
  [
    'an encoder whose audio begins 0.7 s before its video and pauses for 3.2 s',
    async () => {
      const tags = pauseAudio(await encodeTags('-g 60'))
      return tags.map((tag) =>
        tag.kind === 'audio' ? tag : { ...tag, timestampMs: tag.timestampMs + 700, atMs: tag.atMs + 700 },
      )
    },
  ],
  [
    'an encoder with six audio channels, which pauses them for 3.2 s',
    async () => pauseAudio(await encodeTags('-g 60 -ac 6')),
  ],
  [
    'an encoder that changes the format of its audio',
    async () => {
      const [before, after] = await Promise.all([encodeTags('-g 60'), encodeTags('-g 60 -ar 48000 -ac 1')])
      const audio = (tags: readonly SentTag[]) => tags.filter(({ kind }) => kind === 'audio')
      const config = audio(after).find(isConfig)
      const late = audio(after).filter((tag) => tag.timestampMs >= 5500 && !isConfig(tag))
      return [
        ...before.filter(({ kind, timestampMs }) => kind === 'video' || timestampMs < 5500),
        ...(config === undefined ? [] : [{ ...config, timestampMs: 5500, atMs: 5499 }]),
        ...late,
      ]
    },
  ],
  [
    'an HEVC encoder with reordered frames and few keyframes, which pauses for 2 s',
    async () => {
      const tags = enhancedTags(await encodeVideo('hevc', '-g 250')).concat(await encodeTone())
      return tags.map((tag) =>
        tag.timestampMs < 5000 || isConfig(tag)
          ? tag
          : { ...tag, timestampMs: tag.timestampMs + 2000, atMs: tag.atMs + 2000 },
      )
    },
  ],
  [
    'an encoder that changes its codec from H.264 to HEVC, then to AV1',
    async () => {
      const clips = await Promise.all(
        (['h264', 'hevc', 'av1'] as const).map((codec) => encodeVideo(codec, '-g 60 -bf 0', { seconds: 4 })),
      )
      return clips.flatMap((clip, n) => enhancedTags(clip, n * 4000)).concat(await encodeTone())
    },
  ],
  [
    'a camera that sends what it has recorded in the last 8 s at once',
    async () => {
      const tags = await encodeTags('-g 60', { seconds: 20 })
      return tags.map((tag) => ({ ...tag, atMs: Math.max(tag.atMs / 50, tag.atMs - 8000) }))
    },
  ],
]

/** Media playlists of a stream: those of video, then of audio. */
async function playlistsOf(master: string): Promise<string[]> {
  const text = await (await fetch(master)).text()
  const video = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const audio = [...text.matchAll(/TYPE=AUDIO.*URI="([^"]+)"/g)].map(([, uri = '']) => uri)
  return video.concat(audio).map((uri) => new URL(uri, master).href)
}

/** Mean volume of a recording after its first 8 s, in dB. */
async function lateVolume(url: string): Promise<number> {
  const args = `-hide_banner -i ${url} -map 0:a -af atrim=start=8,volumedetect -f null -`
  const { stderr } = await promisify(execFile)('ffmpeg', args.split(' '))
  return Number(/mean_volume: (-?[\d.]+)/.exec(stderr)?.[1])
}

async function watchLive(stream: Livestream, master: string): Promise<string[]> {
  await whenFound(master)
  const playlists = await playlistsOf(master)
  expect(playlists).toHaveLength(2)
  const faults = await Promise.all(playlists.map((url) => followLlPlaylist(url, 10)))
  const { segments } = parseLlPlaylist(await (await fetch(playlists[0] ?? '')).text())
  const newest = segments.at(-1)?.programDateMs ?? 0
  expect(Math.abs(Date.now() - newest)).toBeLessThan(patient(4000))
  const monitors = () => owner.call('getMonitors', { params: { id: stream.id }, query: {} })
  await eventually(async () => expect((await monitors()).health).toMatchObject({ width: 320, height: 180 }))
  const { events } = await monitors()
  const slates = events.filter(({ type }) => type === 'slate')
  // A test that gets no processor for a moment sends nothing.
  return faults.flat().concat(slates.length > 2 ? ['viewers saw the slate'] : [])
}

describe('a live stream of', () => {
  it.concurrent.each(sources)('%s plays by the rules, and is recorded whole', async (_name, encode) => {
    const tags = await encode()
    const stream = await newStream(owner, { reconnectWindowS: 0 })
    const { id } = stream
    const { streamKey } = await owner.call('getStreamKey', { params: { id } })
    const port = Number(new URL(stream.ingest.rtmp).port)
    const publishedMs = Date.now()
    const published = publishTags(port, streamKey, tags)
    expect(await watchLive(stream, `${kinora.url}/play/${stream.playbackId}.m3u8`)).toEqual([])
    const { recordingId } = await owner.call('getLivestream', { params: { id } })
    await published
    await eventually(async () =>
      expect((await owner.call('getLivestream', { params: { id } })).status).toBe('idle'),
    )
    const recording = await contentWhen(owner, recordingId ?? '', ({ stage }) => stage === null)
    expect(recording.resolution).toBe('180p')
    const { faults } = await checkHls(recording.urls.hls, kinora.dataDir, true)
    // Frames that the encoder reorders keep their signed offsets.
    expect(faults.filter((fault) => !fault.includes('is decoded'))).toEqual([])
    const [video = ''] = await playlistsOf(recording.urls.hls)
    const begins = /#EXT-X-PROGRAM-DATE-TIME:(.*)\n#EXTINF/.exec(await (await fetch(video)).text())?.[1] ?? ''
    const firstPicture = tags.find((tag) => tag.kind === 'video' && !isConfig(tag))?.atMs ?? 0
    expect(Math.abs(Date.parse(begins) - publishedMs - firstPicture)).toBeLessThan(patient(3000))
    expect(await lateVolume(recording.urls.hls)).toBeGreaterThan(-40)
  })
})

/** The recordings of a stream, latest first, when the newest of `count` is growing or has ended. */
async function recordingsWhen(streamId: string, count: number, isLive: boolean) {
  return eventually(async () => {
    const { items } = await owner.call('listLiveRecordings', { query: { streamId } })
    expect(items).toHaveLength(count)
    expect(items[0]).toMatchObject({ isLive })
    return items
  })
}

it.concurrent('records a stream that is not recorded otherwise while a recording is planned', async () => {
  const stream = await newStream(owner, { record: false, reconnectWindowS: 0 })
  const { streamKey } = await owner.call('getStreamKey', { params: { id: stream.id } })
  const published = publishTags(
    Number(new URL(stream.ingest.rtmp).port),
    streamKey,
    await encodeTags('-g 60', { seconds: 24 }),
  )
  const plan = (seconds: number) => {
    const [from, to] = [0, seconds].map((s) => new Date(Date.now() + s * 1000).toISOString())
    const body = { name: 'Final', livestreamId: stream.id, from: from ?? '', to: to ?? '' }
    return owner.call('createPlannedRecording', { body })
  }
  await whenFound(`${kinora.url}/play/${stream.playbackId}.m3u8`)
  const canceled = await plan(3600)
  await recordingsWhen(stream.id, 1, true)
  await owner.call('deletePlannedRecording', { params: { id: canceled.id } })
  await recordingsWhen(stream.id, 1, false)
  const { id } = await plan(6)
  await recordingsWhen(stream.id, 2, true)
  await recordingsWhen(stream.id, 2, false)
  await kinora.sweep()
  const { status, videoIds } = await owner.call('getPlannedRecording', { params: { id } })
  expect(status).toBe('recorded')
  const video = await contentWhen(owner, videoIds[0] ?? '', ({ stage }) => stage === null)
  expect(video).toMatchObject({ status: 'ready', category: 'Video', expiresAt: null })
  expect(video.duration).toBeGreaterThan(0.9)
  expect(video.duration).toBeLessThan(6.5)
  await published
  // Its own address does not play what was recorded for somebody.
  await eventually(async () =>
    expect((await fetch(`${kinora.url}/play/${stream.playbackId}.m3u8`)).status).toBe(404),
  )
})
