// Slow: encodes audio tracks of each kind.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { AudioTrack, Content } from '@kinora/contract'
import { checkHls } from '@kinora/media/testing/hls/test-hls-check'
import { type CheckedStream, endOf } from '@kinora/media/testing/hls/test-hls-rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentWhen, isSettled, sendParts, uploadFile } from '../../../testing/client.ts'
import { h264, makeClip, pattern } from '../../../testing/clips.ts'
import { skipImages } from '../../../testing/jobs/job-triggers.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { newProfile } from '../../../testing/profiles.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const run = promisify(execFile)
const patience = { timeout: patient(60_000) }

let world: World
let files: Server
let video: Content
const body = { name: 'Hindi', languageCode: 'hi' }

beforeAll(async () => {
  world = await openWorld({ env: { URL_ALLOW_PRIVATE: '127.0.0.0/8' } })
  await skipImages(world.sql)
  files = createServer(async (request, response) => {
    response.end(await readFile(join(world.folder, request.url ?? '')).catch(() => ''))
  }).listen(0, '127.0.0.1')
  const [clip] = await Promise.all([
    makeClip(
      join(world.folder, 'two.mkv'),
      ...pattern(6, '320x180'),
      '-f',
      'lavfi',
      '-i',
      'sine=f=880:r=48000:d=6',
      '-map',
      '0:v',
      '-map',
      '1:a',
      '-map',
      '2:a',
      '-metadata:s:a:0',
      'language=eng',
      '-metadata:s:a:1',
      'title=Stadium "only"',
      ...h264,
    ),
  ])
  video = await contentWhen(world.owner, (await uploadFile(world.owner, clip)).id, isSettled)
})
afterAll(async () => {
  files.close()
  await world.end()
})

const params = () => ({ id: video.id })
const list = async () => (await world.owner.call('listAudioTracks', { params: params() })).items
const brief = ({ name, languageCode, role, isDefault, origin, status }: AudioTrack) =>
  [name, languageCode, role, isDefault, origin, status] as const
const tone = (name: string, hertz: number, seconds: number, ...args: string[]) =>
  makeClip(join(world.folder, name), '-f', 'lavfi', '-i', `sine=f=${hertz}:r=44100:d=${seconds}`, ...args)
const eventsOf = async (id: string) =>
  (await world.sql('SELECT type FROM outbox WHERE object_id = $1 ORDER BY id', [id])).map(({ type }) =>
    String(type),
  )
const playlist = async () => (await fetch(video.urls.hls)).text()

const filesOfTracks = () =>
  readdir(join(world.kinora.dataDir, 'storage/objects/contents', video.id, 'tracks')).catch(() => [])

async function slowServer() {
  const open: ServerResponse[] = []
  const server = createServer((_request, response) => {
    open.push(response)
    response.flushHeaders()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { open, url: `http://127.0.0.1:${port}/slow.wav`, close: () => server.close() }
}

async function upload(path: string, given: { name: string; languageCode: string }): Promise<string> {
  const fileName = path.split('/').at(-1) ?? ''
  const fileSize = (await readFile(path)).length
  const { track, upload } = await world.owner.call('uploadAudioTrack', {
    params: params(),
    body: { ...given, role: 'description', fileName, fileSize },
  })
  await sendParts(world.owner, upload, path)
  return track.id
}

async function whenFinished(id: string): Promise<AudioTrack> {
  const find = async () => (await list()).find((each) => each.id === id)
  await expect.poll(async () => (await find())?.status, patience).toMatch(/ready|failed/)
  const found = await find()
  if (found === undefined) throw new Error('the track is gone')
  return found
}

/** The pitch in the middle of a span in Hertz, by counting rising zero crossings. */
async function pitchAt({ path }: CheckedStream, startS: number): Promise<number> {
  const out = ['-ss', String(startS), '-t', '1', '-ac', '1', '-ar', '48000', '-f', 's16le', '-']
  const { stdout } = await run('ffmpeg', ['-nostdin', '-v', 'error', '-i', path, ...out], {
    encoding: 'buffer',
  })
  let rises = 0
  for (let at = 2; at + 1 < stdout.length; at += 2)
    if (stdout.readInt16LE(at - 2) < 0 && stdout.readInt16LE(at) >= 0) rises += 1
  return rises
}

describe('audio tracks', () => {
  it('exist for every audio stream of the file with its metadata, and can be edited', async () => {
    const [first, second] = await list()
    expect((await list()).map(brief)).toEqual([
      ['English', 'en', 'main', true, 'source', 'ready'],
      ['Stadium "only"', null, 'main', false, 'source', 'ready'],
    ])
    await world.owner.call('updateAudioTrack', {
      params: { id: video.id, trackId: second?.id ?? '' },
      body: { name: 'स्टेडियम', languageCode: 'HIN', role: 'commentary', isDefault: true },
    })
    expect((await list()).map(brief)).toEqual([
      ['English', 'en', 'main', false, 'source', 'ready'],
      ['स्टेडियम', 'hi', 'commentary', true, 'source', 'ready'],
    ])
    await expect
      .poll(playlist)
      .toContain('NAME="स्टेडियम",LANGUAGE="hi",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="1"')
    expect(await eventsOf(second?.id ?? '')).toEqual(['video.audio_track.updated'])
    const [entry] = await world.sql('SELECT action, before, after FROM audit_trail WHERE object_id = $1', [
      second?.id,
    ])
    expect(entry).toMatchObject({
      action: 'audio_track.updated',
      before: { name: 'Stadium "only"', isDefault: false },
      after: { name: 'स्टेडियम', languageCode: 'hi', role: 'commentary', isDefault: true },
    })
    const kept = await world.owner.try('deleteAudioTrack', {
      params: { id: video.id, trackId: first?.id ?? '' },
    })
    expect(kept).toMatchObject({ status: 409, body: { type: '/problems/audio-track-of-source' } })
  })

  it("are added from uploads and URLs in any format, with the video's length and segments", async () => {
    const { port } = files.address() as AddressInfo
    const short = await tone('short.mp3', 1500, 3)
    await tone('long.flac', 2000, 9)
    const described = await upload(short, { name: 'Described', languageCode: 'en' })
    const { id } = await world.owner.call('addAudioTrack', {
      params: params(),
      body: { ...body, url: `http://127.0.0.1:${port}/long.flac` },
    })
    expect(await whenFinished(described)).toMatchObject({
      status: 'ready',
      error: null,
      fileName: 'short.mp3',
    })
    expect(await whenFinished(id)).toMatchObject({
      status: 'ready',
      error: null,
      fileName: 'long.flac',
      role: 'dub',
    })
    expect(await eventsOf(id)).toEqual(['video.audio_track.created', 'video.audio_track.ready'])
    await expect.poll(async () => (await playlist()).match(/TYPE=AUDIO/g)?.length).toBe(4)
    expect(await playlist()).toContain('CHARACTERISTICS="public.accessibility.describes-video"')

    const { faults, audio } = await checkHls(video.urls.hls, world.folder)
    expect(faults).toEqual([])
    const [english, , third, fourth] = audio
    if (!english || !third || !fourth) throw new Error('sound is missing')
    for (const added of [third, fourth]) {
      expect(added.segments.length).toBe(english.segments.length)
      expect(Math.abs(endOf(added) - endOf(english))).toBeLessThan(0.05)
    }
    expect(Math.abs((await pitchAt(third, 1)) - 1500)).toBeLessThan(20)
    expect(await pitchAt(third, 4.5)).toBeLessThan(20)
    expect(Math.abs((await pitchAt(fourth, 4.5)) - 2000)).toBeLessThan(20)
  })

  it.each([
    ['aac', []],
    ['m4a', ['-c:a', 'aac']],
    ['wav', []],
    ['ogg', ['-c:a', 'libvorbis']],
    ['mp3', ['-metadata', 'title=With a tag']],
  ])('are read from .%s', async (ending, args) => {
    const id = await upload(await tone(`read.${ending}`, 700, 1, ...args), body)
    expect(await whenFinished(id)).toMatchObject({ status: 'ready', error: null })
    await world.owner.call('deleteAudioTrack', { params: { id: video.id, trackId: id } })
  })

  it('report why they fail, and block nothing else', async () => {
    const silentFilm = await makeClip(join(world.folder, 'mute.mp4'), ...pattern(1, '64x64'), '-an')
    const mute = await whenFinished(await upload(silentFilm, body))
    expect(mute).toMatchObject({ status: 'failed', error: { id: 'media-no-sound', retryable: false } })
    const refusal = await world.owner.try('retryAudioTrack', {
      params: { id: video.id, trackId: mute.id },
    })
    expect(refusal).toMatchObject({ status: 409, body: { type: '/problems/content-not-ready' } })
    const { port } = files.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/list.m3u8`
    await makeClip(join(world.folder, 'list.m3u8'), '-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'aac')
    const listed = await world.owner.call('addAudioTrack', { params: params(), body: { ...body, url } })
    expect(await whenFinished(listed.id)).toMatchObject({ status: 'failed', error: { id: 'media-no-sound' } })
    const inside = { ...body, url: 'http://169.254.169.254/latest' }
    const refused = await world.owner.try('addAudioTrack', { params: params(), body: inside })
    expect(refused).toMatchObject({ status: 422, body: { type: '/problems/url-not-allowed' } })
    expect((await checkHls(video.urls.hls, world.folder)).faults).toEqual([])
    for (const { id } of [mute, listed])
      await world.owner.call('deleteAudioTrack', { params: { id: video.id, trackId: id } })
  })

  it('are retried if that can help', async () => {
    const trackId = await upload(await tone('again.mp3', 700, 1), body)
    await whenFinished(trackId)
    const fail = "UPDATE audio_tracks SET status = 'failed', error_id = 'download-failed' WHERE id = $1"
    await world.sql(fail, [trackId])
    const target = { params: { id: video.id, trackId } }
    const again = await world.owner.call('retryAudioTrack', target)
    expect(again).toMatchObject({ status: 'queued', progress: 0, error: null })
    expect(await whenFinished(trackId)).toMatchObject({ status: 'ready', error: null })
    const twice = await world.owner.try('retryAudioTrack', target)
    expect(twice).toMatchObject({ status: 409, body: { type: '/problems/content-not-ready' } })
    await world.owner.call('deleteAudioTrack', target)
  })

  it('are encoded again with the video, and are deleted with their files', async () => {
    const added = (await list()).filter(({ origin }) => origin === 'added')
    const before = await playlist()
    const profile = await newProfile(world.owner, {
      watermark: null,
      keepsOriginal: false,
      audio: { kbps: 64, channels: 'source', loudness: -23, asRung: true },
    })
    await world.owner.call('reencodeContent', { params: params(), body: { encodingProfileId: profile.id } })
    await contentWhen(world.owner, video.id, ({ reencode }) => reencode === null)
    await expect.poll(playlist).not.toBe(before)
    const { faults, audio } = await checkHls(video.urls.hls, world.folder)
    expect(faults).toEqual([])
    expect(audio).toHaveLength(4)
    const [rung, ...others] = (await playlist()).match(/#EXT-X-STREAM-INF(?!.*RESOLUTION).*/g) ?? []
    expect(rung).toMatch(/BANDWIDTH=\d{5},.*CODECS="mp4a.40.2",AUDIO="audio"$/)
    expect(others).toEqual([])
    expect(Math.abs((await pitchAt(audio[3] ?? fail(), 4.5)) - 2000)).toBeLessThan(20)
    expect((await list()).map(({ name }) => name)).toEqual(['English', 'स्टेडियम', 'Described', 'Hindi'])

    const [one] = added
    await world.owner.call('updateAudioTrack', {
      params: { id: video.id, trackId: one?.id ?? '' },
      body: { isDefault: true },
    })
    for (const { id } of added)
      await world.owner.call('deleteAudioTrack', { params: { id: video.id, trackId: id } })
    expect((await list()).map(({ isDefault }) => isDefault)).toEqual([true, false])
    await expect.poll(async () => (await playlist()).match(/TYPE=AUDIO/g)?.length).toBe(2)
    await expect
      .poll(() => world.sql("SELECT 1 FROM removals WHERE prefix LIKE '%/tracks/%'"), patience)
      .toEqual([])
    const left = await readFile(
      join(world.kinora.dataDir, 'storage/objects/contents', video.id, 'tracks', one?.id ?? ''),
    ).catch(() => null)
    expect(left).toBeNull()
  })

  it('stop downloading and leave nothing when they are deleted', async () => {
    const slow = await slowServer()
    const given = { ...body, url: slow.url }
    const deletedByCall = await world.owner.call('addAudioTrack', { params: params(), body: given })
    await expect.poll(() => slow.open.length, patience).toBe(1)
    await world.owner.call('deleteAudioTrack', { params: { id: video.id, trackId: deletedByCall.id } })
    await expect.poll(() => slow.open[0]?.destroyed, patience).toBe(true)

    const deletedBySql = await world.owner.call('addAudioTrack', { params: params(), body: given })
    await expect.poll(() => slow.open.length, patience).toBe(2)
    await world.sql('DELETE FROM audio_tracks WHERE id = $1', [deletedBySql.id])
    slow.open[1]?.end('RIFF')
    for (const { id } of [deletedByCall, deletedBySql]) {
      const underWay = `SELECT 1 FROM pgboss.job WHERE singleton_key = $1 AND state IN ('created', 'retry', 'active')`
      await expect.poll(() => world.sql(underWay, [id]), patience).toEqual([])
      await expect.poll(filesOfTracks, patience).not.toContain(id)
    }
    slow.close()
  })

  it('play without rows, as in data of an older version', async () => {
    await world.sql('DELETE FROM audio_tracks WHERE content_id = $1', [world.content.id])
    const text = await (await fetch(world.content.urls.hls)).text()
    expect(text).toMatch(/TYPE=AUDIO.*NAME="Audio 1"/)
  })

  it('are deleted when their upload is canceled', async () => {
    const { track, upload } = await world.owner.call('uploadAudioTrack', {
      params: params(),
      body: { ...body, fileName: 'never.wav', fileSize: 1000 },
    })
    expect(track.status).toBe('uploading')
    await world.owner.call('cancelUpload', { params: { id: upload.uploadId } })
    expect(await list()).toHaveLength(2)
    expect((await world.owner.call('getContent', { params: params() })).status).toBe('ready')
  })
})

function fail(): never {
  throw new Error('sound is missing')
}
