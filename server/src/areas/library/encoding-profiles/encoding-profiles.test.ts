import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Content, standardProfileId, type videoCodecs } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { png } from '../../../platform/ffmpeg/test-pictures.ts'
import { type Client, contentWhen, isSettled, newOwner, uploadFile } from '../../../testing/client.ts'
import { h264, makeClip } from '../../../testing/clips.ts'
import { type MovableClock, movableClock } from '../../../testing/clock.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { openTestPool } from '../../../testing/pool.ts'
import { aProfile, newProfile } from '../../../testing/profiles.ts'

const run = promisify(execFile)
const patience = { timeout: patient(30_000) }

let kinora: TestKinora
let owner: Client
let folder: string
let clock: MovableClock

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-profiles-'))
  clock = movableClock()
  kinora = await startTestKinora({ clock })
  owner = await newOwner(kinora.url)
})
afterAll(async () => {
  await kinora.stop()
  await rm(folder, { recursive: true, force: true })
})

const list = async () => (await owner.call('listEncodingProfiles', {})).items
const stored = (path: string) => readdir(join(kinora.dataDir, 'storage/objects', path)).catch(() => [])
const refusal = (id: string) => ({ body: { type: `/problems/${id}` } })

describe('the built-in profile', () => {
  it('always exists, is the default if no other is, and cannot be changed', async () => {
    const [standard] = await list()
    expect(standard).toMatchObject({ id: standardProfileId, builtIn: 'standard', isDefault: true })
    expect(standard?.rungs.map(({ lines }) => lines)).toEqual([240, 360, 480, 720, 1080, 1440, 2160])
    const params = { id: standardProfileId }
    expect(await owner.call('getEncodingProfile', { params })).toEqual(standard)
    expect(await owner.try('updateEncodingProfile', { params, body: aProfile('Mine') })).toMatchObject(
      refusal('profile-built-in'),
    )
    expect(await owner.try('deleteEncodingProfile', { params })).toMatchObject(refusal('profile-built-in'))
  })
})

describe('a profile', () => {
  it('has a unique name', async () => {
    await owner.call('createEncodingProfile', { body: aProfile('Phones') })
    const make = (name: string) => owner.try('createEncodingProfile', { body: aProfile(name) })
    expect(await make('phones')).toMatchObject(refusal('name-taken'))
    expect(await make('standard')).toMatchObject(refusal('name-taken'))
    expect(await make(' Phones ')).toMatchObject({ status: 400 })
  })

  it.each([
    ['codecs', { codecs: ['hevc' as const] }],
    ['codecs', { codecs: ['h264' as const, 'h264' as const] }],
    ['rungs', { rungs: [] }],
    [
      'rungs',
      {
        rungs: [
          { lines: 360, maxKbps: 500 },
          { lines: 360, maxKbps: 900 },
        ],
      },
    ],
    ['rungs', { rungs: Array.from({ length: 11 }, (_, n) => ({ lines: 200 + n, maxKbps: 500 })) }],
    ['rungs.0.lines', { rungs: [{ lines: 5000, maxKbps: 500 }] }],
    ['rungs.0.maxKbps', { rungs: [{ lines: 360, maxKbps: 1 }] }],
    ['audio.loudness', { audio: { kbps: 64 as const, channels: 'source' as const, loudness: -30 } }],
  ])('is refused where its %s make no sense', async (path, change) => {
    const answer = await owner.try('createEncodingProfile', { body: aProfile('Wrong', change) })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: `body.${path}` }] } })
  })

  it('cannot be deleted while it is the default; another can become the default', async () => {
    const { id } = await newProfile(owner, { watermark: null })
    await owner.call('makeDefaultEncodingProfile', { params: { id } })
    expect((await list()).filter(({ isDefault }) => isDefault)).toMatchObject([{ id }])
    const refused = await owner.try('deleteEncodingProfile', { params: { id } })
    expect(refused).toMatchObject({ status: 409, ...refusal('profile-default') })

    await owner.call('makeDefaultEncodingProfile', { params: { id: standardProfileId } })
    expect((await list()).filter(({ isDefault }) => isDefault)).toMatchObject([{ id: standardProfileId }])
    await owner.call('deleteEncodingProfile', { params: { id } })
    expect((await list()).map((each) => each.id)).not.toContain(id)
  })

  it('is limited to 50', async () => {
    const rich = await newOwner(kinora.url)
    for (let n = 0; n < 50; n++) await newProfile(rich, { watermark: null })
    const body = aProfile('One too many', { watermark: null })
    expect(await rich.try('createEncodingProfile', { body })).toMatchObject(refusal('limit-reached'))
  })
})

describe('a watermark', () => {
  const placement = { corner: 'top-left' as const, margin: 0, size: 20, opacity: 50 }

  it('keeps its image when other settings change, and is removed with the profile', async () => {
    const profile = await newProfile(owner)
    const params = { id: profile.id }
    const shown = () => owner.try('getProfileWatermark', { params })
    expect(await shown()).toMatchObject({ status: 200 })
    const folderOf = `watermarks/${owner.environmentId}`
    await owner.call('updateEncodingProfile', {
      params,
      body: aProfile(profile.name, { watermark: placement }),
    })
    expect((await owner.call('getEncodingProfile', { params })).watermark).toEqual(placement)
    expect(await shown()).toMatchObject({ status: 200 })

    await owner.call('deleteEncodingProfile', { params })
    clock.advance(3601)
    await kinora.sweep()
    const used = (await list()).filter((each) => each.watermark !== null)
    await expect.poll(() => stored(folderOf), patience).toHaveLength(used.length)
  })

  it('needs a readable image', async () => {
    const make = (file?: string) => {
      const watermark = { ...placement, ...(file !== undefined && { file }) }
      return owner.try('createEncodingProfile', { body: aProfile('Marked', { watermark }) })
    }
    expect(await make()).toMatchObject({ status: 400, body: { errors: [{ path: 'body.watermark.file' }] } })
    expect(await make(Buffer.from('no picture').toString('base64'))).toMatchObject(
      refusal('image-unreadable'),
    )
    const bomb = png(20, 20, [0, 0, 0, 255], { width: 60_000, height: 60_000 })
    expect(await make(bomb.toString('base64'))).toMatchObject(refusal('image-unreadable'))
  })
})

it('refuses what the installed ffmpeg cannot encode, with a list', async () => {
  const path = join(folder, 'ffmpeg.sh')
  const script =
    '#!/bin/sh\ncase "$*" in *-encoders*) exec ffmpeg "$@" | grep -v libsvtav1;; *) exec ffmpeg "$@";; esac\n'
  await writeFile(path, script, { mode: 0o755 })
  const poor = await startTestKinora({ env: { FFMPEG_PATH: path }, isFfmpegPoor: true })
  try {
    const person = await newOwner(poor.url)
    const { codecs } = await person.call('getEncodingCapabilities', {})
    expect(codecs.find(({ codec }) => codec === 'av1')).toMatchObject({
      available: false,
      encoder: 'libsvtav1',
    })
    const body = aProfile('Future', { codecs: ['h264', 'av1'], watermark: null })
    expect(await person.try('createEncodingProfile', { body })).toMatchObject({
      status: 422,
      body: {
        type: '/problems/codec-unavailable',
        detail: expect.stringContaining('AV1 needs libsvtav1'),
        errors: [{ path: 'body.codecs' }],
      },
    })
  } finally {
    await poor.stop()
  }
})

describe('a video with every codec, a watermark and a loudness', () => {
  let content: Content
  let available: (typeof videoCodecs)[number][]
  beforeAll(async () => {
    const { codecs } = await owner.call('getEncodingCapabilities', {})
    available = codecs.filter((each) => each.available).map(({ codec }) => codec)
    const profile = await newProfile(owner, {
      codecs: available,
      rungs: [{ lines: 144, maxKbps: 300 }],
      watermark: {
        corner: 'bottom-left',
        margin: 0,
        size: 50,
        opacity: 100,
        file: png(64, 64, [255, 255, 255, 255]).toString('base64'),
      },
    })
    await owner.call('makeDefaultEncodingProfile', { params: { id: profile.id } })
    const lavfi = (source: string) => ['-f', 'lavfi', '-i', source]
    const clip = await makeClip(
      join(folder, 'loud.mp4'),
      ...lavfi('color=black:s=256x144:r=25:d=3'),
      ...lavfi('sine=f=440:r=48000:d=3'),
      ...lavfi('sine=f=880:r=48000:d=3'),
      '-map',
      '0:v',
      '-map',
      '1:a',
      '-map',
      '2:a',
      ...h264,
      // The first track is loud, the second is quiet.
      '-c:a',
      'aac',
      '-ac',
      '2',
      '-filter:a:0',
      'volume=12dB',
      '-filter:a:1',
      'volume=-14dB',
    )
    const { id } = await uploadFile(owner, clip)
    await owner.call('makeDefaultEncodingProfile', { params: { id: standardProfileId } })
    // By then it has its own copy.
    await owner.call('deleteEncodingProfile', { params: { id: profile.id } })
    content = await contentWhen(owner, id, isSettled)
    expect(content.encodingProfile).toEqual({ id: profile.id, name: profile.name, builtIn: null })
  })

  it('has each codec, H.264 first, and lists them', async () => {
    expect(content.renditions.map(({ codec, status }) => [codec, status])).toEqual([
      ...available.map((codec) => [codec, 'ready']),
      ['aac', 'ready'],
      ['aac', 'ready'],
    ])
    const playlist = await (await fetch(content.urls.hls)).text()
    const tags = { h264: 'avc1.', hevc: 'hvc1.', vp9: 'vp09.', av1: 'av01.' }
    const named = [...playlist.matchAll(/CODECS="([^,"]+)/g)].map(([, codec = '']) => codec)
    expect(named.map((name) => name.slice(0, 5))).toEqual(available.map((codec) => tags[codec]))
    expect(playlist.match(/AVERAGE-BANDWIDTH=\d+/g)).toHaveLength(available.length)
  })

  it('plays in each codec, with the watermark in its corner', async () => {
    const playlist = await (await fetch(content.urls.hls)).text()
    const uris = playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    expect(uris).toHaveLength(available.length)
    for (const uri of uris) {
      const url = new URL(uri, content.urls.hls).href
      const { stdout } = await run('ffprobe', [
        '-v',
        'error',
        '-show_entries',
        'stream=codec_name',
        '-of',
        'csv=p=0',
        url,
      ])
      expect(available).toContain(stdout.trim().split('\n')[0])
      const lightAt = async (x: number, y: number) => {
        const gray = join(folder, 'pixel.gray')
        const pixel = `trim=start=1,crop=2:2:${x}:${y},format=gray`
        await run('ffmpeg', [
          '-v',
          'error',
          '-y',
          '-i',
          url,
          '-vf',
          pixel,
          '-frames:v',
          '1',
          '-f',
          'rawvideo',
          gray,
        ])
        return (await run('od', ['-An', '-tu1', '-N1', gray])).stdout.trim()
      }
      expect(Number(await lightAt(40, 100)), stdout).toBeGreaterThan(215)
      expect(Number(await lightAt(200, 20)), stdout).toBeLessThan(30)
    }
  })

  it('has the requested loudness in each track, within 1 LU, and no peaks above the ceiling', async () => {
    const playlist = await (await fetch(content.urls.hls)).text()
    const tracks = [...playlist.matchAll(/TYPE=AUDIO.*URI="([^"]+)"/g)].map(([, uri = '']) => uri)
    expect(tracks).toHaveLength(2)
    for (const uri of tracks) {
      const audioUrl = new URL(uri, content.urls.hls).href
      const measure = [
        '-nostats',
        '-i',
        audioUrl,
        '-map',
        '0:a',
        '-af',
        'ebur128=peak=true',
        '-f',
        'null',
        '-',
      ]
      const { stderr } = await run('ffmpeg', measure, { maxBuffer: 16_000_000 })
      const summary = stderr.slice(stderr.lastIndexOf('Summary:'))
      expect(Math.abs(Number(/I:\s+(\S+) LUFS/.exec(summary)?.[1]) + 23)).toBeLessThan(1)
      expect(Number(/Peak:\s+(\S+) dBFS/.exec(summary)?.[1])).toBeLessThan(-1)
    }
  })

  it('uses H.264 for downloads and images', async () => {
    const still = await fetch(`${kinora.url}/image/${content.playbackId}/thumbnail.jpg?time=1`)
    expect(still.status).toBe(200)
    const { stdout } = await run('ffprobe', [
      '-v',
      'error',
      '-show_entries',
      'stream=codec_name',
      '-of',
      'csv=p=0',
      content.urls.mp4 ?? '',
    ])
    expect(stdout.split('\n')).toContain('h264')
  })

  it('retries a failed codec and leaves a running one alone', async () => {
    const pool = openTestPool(kinora)
    const set = (name: string, status: string) =>
      pool.sql('UPDATE renditions SET status = $3 WHERE content_id = $1 AND name = $2', [
        content.id,
        name,
        status,
      ])
    const statesOf = async (name: string) =>
      pool.sql('SELECT output_id, status FROM renditions WHERE content_id = $1 AND name = $2', [
        content.id,
        name,
      ])
    const [busy, failed] = [`144p-${available[1]}`, `144p-${available.at(-1)}`]
    // Another worker is encoding one.
    await set(busy, 'processing')
    await set(failed, 'failed')
    const before = await statesOf(busy)
    await owner.call('retryContent', { params: { id: content.id } })
    await expect.poll(() => statesOf(failed), patience).toMatchObject([{ status: 'ready' }])
    expect(await statesOf(busy)).toEqual(before)
    await pool.end()
  })
})

it('omits sizes that a title does not need, if its profile is per title', async () => {
  const profile = await newProfile(owner, {
    rungs: [144, 160, 180, 240].map((lines) => ({ lines, maxKbps: 400 })),
    perTitle: true,
    keepsOriginal: false,
    watermark: null,
  })
  const still = ['-f', 'lavfi', '-i', 'color=gray:s=426x240:r=25:d=2']
  const clip = await makeClip(join(folder, 'still.mp4'), ...still, ...h264)
  await owner.call('makeDefaultEncodingProfile', { params: { id: profile.id } })
  const { id } = await uploadFile(owner, clip)
  await owner.call('makeDefaultEncodingProfile', { params: { id: standardProfileId } })
  const fitted = await contentWhen(owner, id, isSettled)
  expect(fitted.renditions.map(({ name, status }) => [name, status])).toEqual([
    ['144p', 'ready'],
    ['240p', 'ready'],
  ])
})

it('cannot be chosen in another environment', async () => {
  const stranger = await newOwner(kinora.url)
  const { id } = await newProfile(stranger, { watermark: null })
  const body = { fileName: 'match.mp4', fileSize: 1000, encodingProfileId: id }
  expect(await owner.try('createUpload', { body })).toMatchObject({ status: 404 })
})
