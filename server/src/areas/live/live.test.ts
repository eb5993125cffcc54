// Slow: publishes in real time.
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Livestream } from '@kinora/contract'
import { createTsSource, encodeScte35, type LivePacket } from '@kinora/media'
import { withCues } from '@kinora/media/live/ts/test-cues'
import { checkHls } from '@kinora/media/testing/hls/test-hls-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Client, contentWhen, isSettled, newOwner, whenFound } from '../../testing/client.ts'
import { followLlPlaylist, parseLlPlaylist } from '../../testing/hls/ll-hls-check.ts'
import { startTestKinora, type TestKinora } from '../../testing/kinora.ts'
import { aacArgs, type Encoder, h264Args, startEncoder } from '../../testing/live/encoder.ts'
import { offerPeer, type TestPeer } from '../../testing/live/rtc-peer.ts'
import { newStream } from '../../testing/livestreams.ts'
import { retryUntilDone } from '../../testing/test-processes.ts'

let kinora: TestKinora
let owner: Client
const encoders: Encoder[] = []

beforeAll(async () => {
  kinora = await startTestKinora({
    env: { ROLES: 'web,delivery,worker,ingest', LOG_LEVEL: 'warn', LIVE_STANDBY: 'on' },
  })
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

async function publish(stream: Livestream, seconds?: number, suffix = ''): Promise<Encoder> {
  const { id } = stream
  const { streamKey } = await owner.call('getStreamKey', { params: { id } })
  const { ingest } = await owner.call('getLivestream', { params: { id } })
  const output = [...h264Args, ...aacArgs, '-f', 'flv', `${ingest.rtmp}/${streamKey}${suffix}`]
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

const streamNow = ({ id }: Livestream) => owner.call('getLivestream', { params: { id } })
/** Connects a WHEP viewer and waits for its first packets. */
async function watch(url: string | null): Promise<TestPeer> {
  const peer = await offerPeer('receives')
  const headers = { 'content-type': 'application/sdp' }
  // A stream can be played a moment after it goes on air.
  const answer = await retryUntilDone(async () => {
    const response = await fetch(url ?? '', { method: 'POST', body: peer.sdp, headers })
    if (response.status !== 201) throw new Error(`a viewer by WHEP got ${response.status}`)
    return response.text()
  })
  peer.answer(answer)
  await expect.poll(peer.packets).toBeGreaterThan(10)
  return peer
}

/** Resolves when no packet has come for half a second. */
async function whenSilent(peer: TestPeer): Promise<void> {
  for (let before = -1; peer.packets() !== before; await pause(500)) before = peer.packets()
  peer.close()
}

async function whenStatus(stream: Livestream, status: Livestream['status']): Promise<Livestream> {
  for (;;) {
    const now = await owner.call('getLivestream', { params: { id: stream.id } })
    if (now.status === status) return now
    await pause(100)
  }
}

/** Publishes, and retries like an encoder until the next live node runs. */
async function publishUntilAccepted(stream: Livestream): Promise<void> {
  for (;;) {
    const encoder = await publish(stream)
    const isRefused = await Promise.race([encoder.exited.then(() => true), pause(2000).then(() => false)])
    if (!isRefused) return
  }
}

function firstVideo(bytes: Uint8Array): LivePacket {
  const packets: LivePacket[] = []
  const nothing = () => undefined
  const packet = (each: LivePacket) => packets.push(each)
  createTsSource({ track: nothing, packet, cue: nothing, end: nothing }).push(bytes)
  const video = packets.find(({ kind }) => kind === 'video')
  if (video === undefined) throw new Error('the stream has no video')
  return video
}

/** SCTE-35 message that starts a break of 20 s. */
function spliceOut(eventId: number, pts: number): Uint8Array {
  return encodeScte35({
    isEncrypted: false,
    sapType: 3,
    ptsAdjustment: 0,
    cwIndex: 0,
    tier: 0xfff,
    command: {
      type: 'splice_insert',
      eventId,
      outOfNetwork: true,
      isEventIdCompliant: true,
      splice: { mode: 'program', pts },
      breakDuration: { autoReturn: true, ticks: 20 * 90_000 },
      uniqueProgramId: 1,
      availNum: 0,
      availsExpected: 0,
    },
    hasNoCommandLength: false,
    descriptors: [],
    stuffing: new Uint8Array(0),
  })
}

async function whenNewSegment(url: string, after: number): Promise<void> {
  for (;;) {
    const { segments } = parseLlPlaylist(await (await fetch(url)).text())
    if (segments.some(({ msn, uri }) => uri !== null && msn > after + 1)) return
    await pause(200)
  }
}

/** Process IDs of the children of a process whose command contains `name`. */
async function childrenOf(parent: number, name: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [status, command] = await Promise.all(
        ['status', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
      )
      return status?.includes(`\nPPid:\t${parent}\n`) && command?.includes(name) ? [pid] : []
    }),
  )
  return found.flat()
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('a live stream', () => {
  it('plays with low latency in strict players, and is recorded', async () => {
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
    // The stream's URL plays the recording from now on.
    const [after = ''] = (await playlistsOf(stream)).video
    expect(await (await fetch(after)).text()).toContain('#EXT-X-PLAYLIST-TYPE:VOD')
  })

  it('continues for viewers while the encoder is disconnected', async () => {
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
    const { recordingId } = await owner.call('getLivestream', { params: { id: stream.id } })
    const recording = await owner.call('getLiveRecording', { params: { id: recordingId ?? '' } })
    const [gap] = recording.gaps
    expect(recording.gaps).toEqual([
      expect.objectContaining({ reason: 'encoder-away', isRecorded: true, to: expect.any(String) }),
    ])
    const lengthMs = Date.parse(gap?.to ?? '') - Date.parse(gap?.from ?? '')
    expect(lengthMs).toBeGreaterThan(2000)
    expect((gap?.endS ?? 0) - (gap?.startS ?? 0)).toBeCloseTo(lengthMs / 1000, 2)
    expect((gap?.startS ?? 0) * 1000 + Date.parse(recording.startedAt)).toBe(Date.parse(gap?.from ?? ''))
  })

  it('can be clipped by epoch time while it is live', async () => {
    const stream = await newStream(owner)
    await publish(stream)
    await whenFound(masterOf(stream))
    await whenStatus(stream, 'active')
    const { video } = await playlistsOf(stream)
    const [url = ''] = video
    expect(await followLlPlaylist(url, 18)).toEqual([])
    const { segments } = parseLlPlaylist(await (await fetch(url)).text())
    const vtt = await (await fetch(`${kinora.url}/image/${stream.playbackId}/storyboard.vtt`)).text()
    expect(vtt).toMatch(/^WEBVTT\n\nNOTE start=\d{4}-.*Z\n\n00:00:0/)
    const [, picture = ''] = /(storyboard\.jpg\?v=\d+)#xywh=0,0,256,144/.exec(vtt) ?? []
    const drawn = await fetch(`${kinora.url}/image/${stream.playbackId}/${picture}`)
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect((await fetch(drawn.url.replace(/v=.*/, 'v=400'))).status).toBe(404)
    const startTime = (segments[0]?.programDateMs ?? 0) / 1000 + 0.52
    const body = { name: 'Goal', startTime, endTime: startTime + 2.4 }
    const { id } = await owner.call('createLiveClip', { params: { id: stream.id }, body })
    const clip = await contentWhen(owner, id, isSettled)
    expect(clip).toMatchObject({ status: 'ready', title: 'Goal', category: 'Video', type: 'clip' })
    expect(clip.duration).toBeCloseTo(2.4, 2)
    const health = await owner.call('getMonitors', { params: { id: stream.id } })
    expect(health.health).toMatchObject({
      width: 320,
      height: 180,
      videoCodec: 'h264',
      audioCodec: 'aac',
      warnings: [],
      frameRate: expect.closeTo(25, -1),
      keyframeIntervalS: 1,
      audioLevelDbfs: expect.closeTo(-24, 0),
      encoderSpeed: null,
    })
    const [source] = health.renditions
    const still = `${kinora.url}/image/${stream.playbackId}/thumbnail.jpg?v=${source?.id}.7&width=160`
    expect([source?.name, (await fetch(still)).status]).toEqual(['source', 200])
    expect(health.events.map(({ type }) => type)).toEqual(['connected'])
  })

  it('continues at the same URL and in the same recording when its live node is killed', async () => {
    const stream = await newStream(owner)
    const first = await publish(stream)
    await whenFound(masterOf(stream))
    const live = await whenStatus(stream, 'active')
    const [url = ''] = (await playlistsOf(stream)).video
    expect(await followLlPlaylist(url, 8)).toEqual([])
    const before = parseLlPlaylist(await (await fetch(url)).text())
    // The younger one is ready to take its place.
    const node = Math.min(...(await childrenOf(process.pid, 'node-main.ts')))
    const inside = await childrenOf(node, 'ffmpeg')
    process.kill(node, 'SIGKILL')
    await first.exited
    await publishUntilAccepted(stream)
    await whenNewSegment(url, before.segments.at(-1)?.msn ?? 0)
    const after = parseLlPlaylist(await (await fetch(url)).text())
    expect(after.mediaSequence).toBeGreaterThanOrEqual(before.mediaSequence)
    expect(after.discontinuitySequence).toBeGreaterThan(before.discontinuitySequence)
    expect(await followLlPlaylist(url, 8)).toEqual([])
    expect((await whenStatus(stream, 'active')).recordingId).toBe(live.recordingId)
    for (const pid of inside) expect(isRunning(pid)).toBe(false)
    await owner.call('stopLivestream', { params: { id: stream.id } })
    await whenStatus(stream, 'ended')
    const recording = await contentWhen(owner, live.recordingId ?? '', ({ stage }) => stage === null)
    const checked = await checkHls(recording.urls.hls, kinora.dataDir, true)
    expect(checked.faults).toEqual([])
    const lengths = [...checked.video, ...checked.audio].map(({ segments }) => segments.length)
    expect(new Set(lengths).size).toBe(1)
    const { gaps } = await owner.call('getLiveRecording', { params: { id: recording.id } })
    const lost = gaps.find(({ reason }) => reason === 'node-lost')
    expect(lost).toMatchObject({ isRecorded: false, from: expect.any(String), to: expect.any(String) })
    expect(lost?.endS).toBe(lost?.startS)
  })

  it('refuses a second encoder, unless it may take over', async () => {
    const stream = await newStream(owner)
    await publish(stream)
    await whenStatus(stream, 'active')
    const second = await publish(stream)
    expect(await second.exited).toMatchObject({ code: 1 })
    await owner.call('updateLivestream', { params: { id: stream.id }, body: { takeover: true } })
    const [first] = encoders
    const third = await publish(stream)
    expect((await first?.exited)?.code).not.toBe(0)
    await whenStatus(stream, 'active')
    // A backup encoder connects, and viewers see it when the primary encoder is gone.
    await publish(stream, undefined, '?backup=1')
    await expect.poll(() => streamNow(stream)).toMatchObject({ backupConnected: true })
    expect(third.process.exitCode).toBe(null)
    third.process.kill('SIGKILL')
    const params = { id: stream.id }
    const types = async () => (await owner.call('getMonitors', { params })).events.map(({ type }) => type)
    await expect.poll(types).toContain('failover')
    await expect.poll(async () => (await playlistsOf(stream)).audio).toHaveLength(1)
    const { video, audio } = await playlistsOf(stream)
    const followed = [...video, ...audio].map((each) => followLlPlaylist(each, 10))
    expect(await Promise.all(followed)).toEqual([[], []])
    expect(await streamNow(stream)).toMatchObject({ status: 'active', backupConnected: true })
  })

  it('has a break at the cue of its source, and ignores invalid and unrelated cues', async () => {
    const file = join(kinora.dataDir, 'cues.ts')
    const encoder = startEncoder([...h264Args, ...aacArgs, '-f', 'mpegts', file], {
      seconds: 6,
      isLive: false,
    })
    expect((await encoder.exited).code).toBe(0)
    const bytes = await readFile(file)
    const first = firstVideo(bytes)
    const out = spliceOut(77, first.dts + first.cts + 5 * 90_000)
    const served = withCues(bytes, [spliceOut(78, 0).with(20, 0), out, out])
    const server = createServer((_request, reply) => reply.end(served)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/cues.ts`
    const stream = await newStream(owner, { source: { type: 'pull', url }, record: false })
    const params = { id: stream.id }
    const cues = async () => (await owner.call('listLiveCues', { params })).items
    await expect.poll(cues).toHaveLength(1)
    await whenStatus(stream, 'active')
    const cue = (await cues()).at(-1)
    expect(cue).toMatchObject({
      origin: 'scte35',
      eventId: '77',
      durationS: 20,
      addedBy: null,
      endedAt: null,
    })
    const { video } = await playlistsOf(stream)
    const playlist = await (await fetch(video[0] ?? '')).text()
    const began = Date.parse(/PROGRAM-DATE-TIME:(.*)/.exec(playlist)?.[1] ?? '')
    expect(Math.abs(Date.parse(cue?.at ?? '') - began - 5000)).toBeLessThan(100)
    const { events } = await owner.call('getMonitors', { params })
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'cue-invalid', detail: 'scte35: checksum' }),
    )
    await owner.call('stopLivestream', { params })
    server.close()
  })

  it('accepts encoders over WHIP like OBS, and refuses others with a reason', async () => {
    const stream = await newStream(owner)
    const params = { id: stream.id }
    const { streamKey } = await owner.call('getStreamKey', { params })
    const url = (await owner.call('getLivestream', { params })).ingest.whip ?? ''
    const peer = await offerPeer('sends')
    const post = (body: string, key = streamKey, type = 'application/sdp') =>
      fetch(url, { method: 'POST', body, headers: { 'content-type': type, authorization: `Bearer ${key}` } })
    expect((await post(peer.sdp, 'live_wrong')).status).toBe(401)
    expect((await post('v=1')).status).toBe(400)
    expect((await post('{}', streamKey, 'application/json')).status).toBe(415)
    expect((await post('x'.repeat(70_000))).status).toBe(413)
    const preflight = await fetch(url, { method: 'OPTIONS' })
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
    const taken = await post(peer.sdp)
    expect([taken.status, taken.headers.get('content-type')]).toEqual([201, 'application/sdp'])
    expect(taken.headers.get('etag')).toMatch(/^"[^"]+"$/)
    peer.answer(await taken.text())
    await expect.poll(peer.state).toBe('connected')
    expect((await post((await offerPeer('sends')).sdp)).status).toBe(409)
    const session = taken.headers.get('location') ?? ''
    expect((await fetch(session, { method: 'PATCH' })).status).toBe(405)
    expect((await fetch(session, { method: 'DELETE' })).status).toBe(200)
    expect((await fetch(session, { method: 'DELETE' })).status).toBe(404)
    // A browser needs no key.
    const permit = await owner.call('permitBrowser', { params })
    const other = await offerPeer('sends')
    const allowed = await post(other.sdp, permit.token)
    expect(allowed.status).toBe(201)
    expect((await post(other.sdp, `${permit.token}x`)).status).toBe(401)
    await owner.call('disableLivestream', { params })
    expect((await post(other.sdp)).status).toBe(403)
    peer.close()
    other.close()
  })

  it('disconnects the encoder when it is stopped or its key is revoked', async () => {
    const stream = await newStream(owner, { latencyMode: 'realtime' })
    const custom = await owner.call('createCustomPlayback', {
      params: { id: stream.id },
      body: { name: 'Tara TV app' },
    })
    const params = { id: stream.id }
    const commands = [
      () => owner.call('rotateStreamKey', { params, body: {} }),
      () => owner.call('stopLivestream', { params }),
    ]
    for (const command of commands) {
      await owner.call('startLivestream', { params })
      const encoder = await publish(stream)
      await whenStatus(stream, 'active')
      await command()
      await encoder.exited
    }
    await owner.call('startLivestream', { params })
    const encoder = await publish(stream)
    await whenStatus(stream, 'active')
    await whenFound(custom.urls.hls)
    const [viewer, partner] = await Promise.all([watch(stream.urls.whep), watch(custom.urls.whep)])
    await owner.call('pauseCustomPlayback', { params: { ...params, customPlaybackId: custom.id } })
    await whenSilent(partner)
    await owner.call('stopLivestream', { params })
    await encoder.exited
    await whenSilent(viewer)
    expect(await whenStatus(stream, 'ended')).toMatchObject({ displayStatus: 'Offline' })
    expect((await (await publish(stream)).exited).code).toBe(1)
  })
})
