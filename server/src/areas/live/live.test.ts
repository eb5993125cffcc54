// Slow: publishes in real time.
import { setTimeout as pause } from 'node:timers/promises'
import type { Livestream } from '@kinora/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Client, contentWhen, newOwner, whenFound } from '../../testing/client.ts'
import { checkHls } from '../../testing/hls-check.ts'
import { startTestKinora, type TestKinora } from '../../testing/kinora.ts'
import { aacArgs, type Encoder, h264Args, startEncoder } from '../../testing/live/encoder.ts'
import { newStream } from '../../testing/livestreams.ts'
import { followLlPlaylist, parseLlPlaylist } from '../../testing/ll-hls-check.ts'

let kinora: TestKinora
let owner: Client
const encoders: Encoder[] = []

beforeAll(async () => {
  kinora = await startTestKinora({ env: { ROLES: 'web,delivery,worker,ingest', LOG_LEVEL: 'warn' } })
  owner = await newOwner(kinora.url)
  await whenFound(`${kinora.url}/readyz`)
})
afterEach(async () => {
  for (const encoder of encoders.splice(0)) {
    encoder.process.kill('SIGKILL')
    await encoder.exited
  }
})
afterAll(() => kinora.stop())

async function publish(stream: Livestream, seconds?: number): Promise<Encoder> {
  const { id } = stream
  const { streamKey } = await owner.call('getStreamKey', { params: { id } })
  const { ingest } = await owner.call('getLivestream', { params: { id } })
  const output = [...h264Args, ...aacArgs, '-f', 'flv', `${ingest.rtmp}/${streamKey}`]
  const encoder = startEncoder(output, seconds === undefined ? {} : { seconds })
  encoders.push(encoder)
  return encoder
}

const masterOf = ({ playbackId }: Livestream) => `${kinora.url}/play/${playbackId}.m3u8`

/** URLs of the media playlists. */
async function playlistsOf(stream: Livestream): Promise<{ video: string[]; audio: string[] }> {
  const text = await (await fetch(masterOf(stream))).text()
  const url = (uri: string) => new URL(uri, masterOf(stream)).href
  return {
    video: text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map(url),
    audio: [...text.matchAll(/TYPE=AUDIO.*URI="([^"]+)"/g)].map(([, uri = '']) => url(uri)),
  }
}

async function whenStatus(stream: Livestream, status: Livestream['status']): Promise<Livestream> {
  for (;;) {
    const now = await owner.call('getLivestream', { params: { id: stream.id } })
    if (now.status === status) return now
    await pause(100)
  }
}

describe('a live stream', () => {
  it('plays for strict players with low latency, and is recorded', async () => {
    const stream = await newStream(owner, { reconnectWindowS: 0 })
    const encoder = await publish(stream, 14)
    await whenFound(masterOf(stream))
    const live = await whenStatus(stream, 'active')
    expect(live).toMatchObject({ displayStatus: 'Live', activeSince: expect.any(String) })
    const { video, audio } = await playlistsOf(stream)
    expect([video.length, audio.length]).toEqual([1, 1])
    const followed = [...video, ...audio].map((url) => followLlPlaylist(url, 12))
    expect(await Promise.all(followed)).toEqual([[], []])

    expect((await encoder.exited).code).toBe(0)
    await whenStatus(stream, 'idle')
    const recording = await contentWhen(owner, live.recordingId ?? '', ({ stage }) => stage === null)
    expect(recording).toMatchObject({ category: 'LiveRecording', status: 'ready', resolution: '180p' })
    expect(recording.duration).toBeCloseTo(14, 0)
    expect(recording.expiresAt).not.toBe(null)
    const checked = await checkHls(recording.urls.hls, kinora.dataDir)
    expect(checked.faults).toEqual([])
    // The address of the stream plays the recording from now on.
    const [after = ''] = (await playlistsOf(stream)).video
    expect(await (await fetch(after)).text()).toContain('#EXT-X-PLAYLIST-TYPE:VOD')
  })

  it('goes on for viewers while the encoder is away', async () => {
    const stream = await newStream(owner, { reconnectWindowS: 60 })
    const first = await publish(stream)
    await whenFound(masterOf(stream))
    await whenStatus(stream, 'active')
    first.process.kill('SIGKILL')
    await whenStatus(stream, 'reconnecting')
    const { video, audio } = await playlistsOf(stream)
    const followed = [...video, ...audio].map((url) => followLlPlaylist(url, 12))
    expect(await Promise.all(followed)).toEqual([[], []])
    await publish(stream)
    await whenStatus(stream, 'active')
    const [url = ''] = video
    expect(await followLlPlaylist(url, 6)).toEqual([])
    const { segments } = parseLlPlaylist(await (await fetch(url)).text())
    expect(segments.filter(({ isDiscontinuous }) => isDiscontinuous)).toHaveLength(2)
  })

  it('refuses a second encoder, unless it may take over', async () => {
    const stream = await newStream(owner)
    await publish(stream)
    await whenStatus(stream, 'active')
    const second = await publish(stream)
    expect(await second.exited).toMatchObject({ code: 1 })
    await owner.call('updateLivestream', { params: { id: stream.id }, body: { takeover: true } })
    const [first] = encoders
    await publish(stream)
    expect((await first?.exited)?.code).not.toBe(0)
    await whenStatus(stream, 'active')
  })

  it('disconnects the encoder within 2 s when it is stopped or its key is revoked', async () => {
    const stream = await newStream(owner)
    const params = { id: stream.id }
    const encoder = await publish(stream)
    await whenStatus(stream, 'active')
    const begun = performance.now()
    await owner.call('rotateStreamKey', { params, body: {} })
    await encoder.exited
    expect(performance.now() - begun).toBeLessThan(2000)
    const other = await publish(stream)
    await whenStatus(stream, 'active')
    const stopped = performance.now()
    await owner.call('stopLivestream', { params })
    await other.exited
    expect(performance.now() - stopped).toBeLessThan(2000)
    expect(await whenStatus(stream, 'ended')).toMatchObject({ displayStatus: 'Offline' })
    expect((await (await publish(stream)).exited).code).toBe(1)
  })
})
