// Slow: re-encodes videos in several codecs.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Content, standardProfileId } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentWhen, isSettled, uploadFile } from '../../../testing/client.ts'
import { h264, makeClip, pattern } from '../../../testing/clips.ts'
import { type MovableClock, movableClock } from '../../../testing/clock.ts'
import { type FaultyFfmpeg, faultyFfmpeg } from '../../../testing/jobs/faulty-ffmpeg.ts'
import { retryAtOnce } from '../../../testing/jobs/job-triggers.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { newProfile } from '../../../testing/profiles.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const patience = { timeout: patient(30_000) }

let world: World
let folder: string
let ffmpeg: FaultyFfmpeg
let clock: MovableClock

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-reencode-'))
  ffmpeg = await faultyFfmpeg(folder)
  clock = movableClock()
  world = await openWorld({ env: { FFMPEG_PATH: ffmpeg.path }, clock })
  await retryAtOnce(world.sql)
})
afterAll(async () => {
  await world.end()
  await rm(folder, { recursive: true, force: true })
})

const isOver = ({ reencode }: Content) => reencode?.status !== 'running'
const outputIdsOf = (id: string, { dataDir }: TestKinora = world.kinora) =>
  readdir(join(dataDir, 'storage/objects/contents', id, 'r')).then((names) => names.sort())
const usedOutputIds = async (id: string) =>
  (await world.sql('SELECT output_id FROM renditions WHERE content_id = $1', [id]))
    .map((row) => String(row.output_id))
    .sort()
const watermarksOf = (id: string) =>
  readdir(join(world.kinora.dataDir, 'storage/objects/contents', id, 'watermarks')).catch(() => [])
const threeSizes = {
  watermark: null,
  keepsOriginal: false,
  rungs: [
    { lines: 144, maxKbps: 200 },
    { lines: 160, maxKbps: 300 },
    { lines: 180, maxKbps: 400 },
  ],
}
const made = ({ renditions }: Content) =>
  renditions.map(({ name, status, error }) => [name, status, error?.id])
const lines = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
const eventsOf = async (id: string) =>
  (await world.sql('SELECT type FROM outbox WHERE object_id = $1 ORDER BY id', [id])).map(({ type }) => type)

/** A shared video; each test leaves it playable. */
const getSharedVideo = () => world.owner.call('getContent', { params: { id: world.content.id } })

/** All URLs that a viewer has seen, down to the segments. */
async function addressesOf({ urls }: Content): Promise<string[]> {
  const text = async (url: string) => (await fetch(url)).text()
  const multivariant = await text(urls.hls)
  const named = [...multivariant.matchAll(/URI="([^"]+)"/g)].map(([, uri = '']) => uri)
  const playlists = [...lines(multivariant), ...named].map((uri) => new URL(uri, urls.hls).href)
  const files = await Promise.all(
    playlists.map(async (url) => {
      const playlist = await text(url)
      const init = /#EXT-X-MAP:URI="([^"]+)"/.exec(playlist)?.[1]
      return [...lines(playlist), ...(init === undefined ? [] : [init])].map((uri) => new URL(uri, url).href)
    }),
  )
  return [...playlists, ...files.flat()]
}

const statuses = (urls: string[]) => Promise.all(urls.map(async (url) => (await fetch(url)).status))

describe('re-encoding a video', () => {
  it('exchanges all renditions at once, and the old ones play for another hour', async () => {
    const video = await world.copyVideo()
    const params = { id: video.id }
    await world.owner.call('createSubtitle', {
      params,
      body: { name: 'English', languageCode: 'en', text: '1\n00:00:00,100 --> 00:00:01,000\nHello' },
    })
    const [subtitle] = (await world.owner.call('listSubtitles', { params })).items
    const publish = { draftsToPublish: [subtitle?.id ?? ''] }
    await world.owner.call('publishSubtitles', { params, body: publish })
    const seen = await addressesOf(video)
    expect(seen.some((url) => url.endsWith('.vtt'))).toBe(true)
    const old = await usedOutputIds(video.id)

    const profile = await newProfile(world.owner)
    const asked = await world.owner.call('reencodeContent', {
      params,
      body: { encodingProfileId: profile.id },
    })
    expect(asked).toMatchObject({
      status: 'ready',
      playable: true,
      encodingProfile: { builtIn: 'standard' },
      reencode: { status: 'running', encodingProfile: { id: profile.id }, error: null },
    })
    const again = await world.owner.try('reencodeContent', { params, body: {} })
    expect(again).toMatchObject({ status: 409, body: { type: '/problems/reencode-running' } })
    const refetch = await world.owner.try('retryContent', { params })
    expect(refetch).toMatchObject({ status: 409, body: { type: '/problems/reencode-running' } })

    const done = await contentWhen(world.owner, video.id, isOver)
    expect(done).toMatchObject({
      status: 'ready',
      stage: null,
      progress: 1,
      reencode: null,
      playbackId: video.playbackId,
      encodingProfile: { id: profile.id, name: profile.name, builtIn: null },
    })
    expect(done.renditions.map(({ name, status, isOriginal }) => [name, status, isOriginal])).toEqual([
      ['144p', 'ready', false],
      ['180p', 'ready', false],
      ['audio-0', 'ready', false],
    ])
    const fresh = await addressesOf(done)
    expect(fresh.filter((url) => seen.includes(url))).toEqual([])
    expect(await statuses([...seen, ...fresh])).toEqual([...seen, ...fresh].map(() => 200))
    expect(await eventsOf(video.id)).toEqual(
      expect.arrayContaining(['video.asset.reencode.started', 'video.asset.reencode.ready']),
    )
    const [entry] = (await world.sql(
      "SELECT after FROM audit_trail WHERE object_id = $1 AND action = 'asset.reencoded'",
      [video.id],
    )) as { after: unknown }[]
    expect(entry?.after).toEqual({ encodingProfile: profile.name })

    clock.advance(3700)
    await world.kinora.sweep()
    await expect.poll(() => outputIdsOf(video.id), patience).toEqual(await usedOutputIds(video.id))
    expect((await usedOutputIds(video.id)).filter((outputId) => old.includes(outputId))).toEqual([])
    clock.advance(11)
    expect(new Set(await statuses(seen))).toEqual(new Set([404]))
    expect(new Set(await statuses(await addressesOf(done)))).toEqual(new Set([200]))
  })

  it('keeps the current renditions if too few succeed, otherwise omits the failed one', async () => {
    const [video, other] = [await getSharedVideo(), await world.copyVideo()]
    const params = { id: video.id }
    const before = await addressesOf(video)
    const two = await newProfile(world.owner, { watermark: null, keepsOriginal: false })
    const three = await newProfile(world.owner, threeSizes)
    // The first step succeeds, the second fails. Both videos at once, so that their retries wait together.
    await ffmpeg.failOn('180p/')
    await world.owner.call('reencodeContent', { params, body: { encodingProfileId: two.id } })
    const body = { encodingProfileId: three.id }
    await world.owner.call('reencodeContent', { params: { id: other.id }, body })

    const failed = await contentWhen(world.owner, video.id, isOver)
    expect(failed).toMatchObject({
      status: 'ready',
      playable: true,
      stage: null,
      encodingProfile: video.encodingProfile,
      reencode: { status: 'failed', error: { id: 'encode-failed', retryable: true } },
    })
    expect(failed.renditions).toEqual(video.renditions)
    expect(await addressesOf(failed)).toEqual(before)
    expect(await eventsOf(video.id)).toContain('video.asset.reencode.errored')
    await world.kinora.sweep()
    await expect.poll(() => outputIdsOf(video.id), patience).toEqual(await usedOutputIds(video.id))

    const done = await contentWhen(world.owner, other.id, isOver)
    expect(done).toMatchObject({ status: 'ready', reencode: null, encodingProfile: { id: three.id } })
    expect(made(done)).toEqual([
      ['144p', 'ready', undefined],
      ['160p', 'ready', undefined],
      ['180p', 'failed', 'encode-failed'],
      ['audio-0', 'ready', undefined],
    ])
    expect(new Set(await statuses(await addressesOf(done)))).toEqual(new Set([200]))
    await ffmpeg.repair()

    // The error is dismissed.
    const ended = await world.owner.call('endReencode', { params })
    expect(ended).toMatchObject({ reencode: null, encodingProfile: video.encodingProfile })
    expect(ended.renditions).toEqual(video.renditions)
    const refusal = await world.owner.try('endReencode', { params })
    expect(refusal).toMatchObject({ status: 409, body: { type: '/problems/reencode-over' } })
    expect(await eventsOf(video.id)).not.toContain('video.asset.reencode.cancelled')

    // Failed renditions can be retried alone, as in a video's first ladder.
    await world.owner.call('retryContent', { params: { id: other.id } })
    const whole = await contentWhen(world.owner, other.id, isSettled)
    expect(made(whole).map(([, status]) => status)).toEqual(['ready', 'ready', 'ready', 'ready'])
  })

  it('can be canceled: the current renditions stay, the new ones are removed', async () => {
    const video = await getSharedVideo()
    const params = { id: video.id }
    const before = await addressesOf(video)
    const outputIdsBefore = await outputIdsOf(video.id)
    const profile = await newProfile(world.owner)
    const body = { encodingProfileId: profile.id }
    await ffmpeg.holdOn('180p/')
    await world.owner.call('reencodeContent', { params, body })
    await expect.poll(() => outputIdsOf(video.id), patience).toHaveLength(outputIdsBefore.length + 3)
    const progress = async () => (await world.owner.call('getContent', { params })).reencode?.progress
    await expect.poll(progress, patience).toBeGreaterThan(0)

    const stopped = await world.owner.call('endReencode', { params })
    expect(stopped).toMatchObject({
      status: 'ready',
      stage: null,
      reencode: null,
      encodingProfile: video.encodingProfile,
    })
    expect(stopped.renditions).toEqual(video.renditions)
    expect(await eventsOf(video.id)).toContain('video.asset.reencode.cancelled')
    const auditEntries = await world.sql(
      "SELECT before FROM audit_trail WHERE object_id = $1 AND action = 'asset.reencode.cancelled'",
      [video.id],
    )
    expect(auditEntries).toEqual([{ before: { encodingProfile: profile.name } }])
    const swept = async () => {
      await world.kinora.sweep()
      return outputIdsOf(video.id)
    }
    await expect.poll(swept, patience).toEqual(await usedOutputIds(video.id))
    await expect.poll(() => watermarksOf(video.id), patience).toEqual([])
    expect(await addressesOf(stopped)).toEqual(before)
    expect(new Set(await statuses(before))).toEqual(new Set([200]))

    await ffmpeg.repair()
    await world.owner.call('reencodeContent', { params, body })
    const done = await contentWhen(world.owner, video.id, isOver)
    expect(done).toMatchObject({ reencode: null, encodingProfile: { id: profile.id } })
    expect(await watermarksOf(video.id)).toHaveLength(1)
  })

  it('continues with missing renditions after a crash', async () => {
    const env = { FFMPEG_PATH: ffmpeg.path }
    const web = await openWorld({ env: { ...env, ROLES: 'web,delivery' }, clock })
    const { kinora, owner, content: video, sql } = web
    const worker = () => startTestKinora({ beside: kinora, env: { ...env, ROLES: 'worker' }, clock })
    const first = await worker()
    await retryAtOnce(sql)
    const params = { id: video.id }
    const outputIds = () => outputIdsOf(video.id, kinora)
    const profile = await newProfile(owner, threeSizes)
    // The process ends when the second step only has to be recorded.
    await ffmpeg.holdOn('180p/')
    await owner.call('reencodeContent', { params, body: { encodingProfileId: profile.id } })
    await expect.poll(async () => (await outputIds()).length, patience).toBe(video.renditions.length + 4)
    const fresh = await sql(
      "SELECT output_id FROM staged_renditions WHERE rendition->>'status' = 'ready' ORDER BY output_id",
    )
    expect(fresh).toHaveLength(2)
    await first.stop()
    await ffmpeg.repair()
    expect(await owner.call('getContent', { params })).toMatchObject({ reencode: { status: 'running' } })

    const second = await worker()
    const done = await contentWhen(owner, video.id, isOver)
    expect(done).toMatchObject({ reencode: null, encodingProfile: { id: profile.id } })
    expect(made(done)).toEqual([
      ['144p', 'ready', undefined],
      ['160p', 'ready', undefined],
      ['180p', 'ready', undefined],
      ['audio-0', 'ready', undefined],
    ])
    expect(new Set(await statuses(await addressesOf(done)))).toEqual(new Set([200]))
    // Renditions that were complete when the process ended were not encoded again.
    const kept = "SELECT output_id FROM renditions WHERE name IN ('144p', 'audio-0') ORDER BY output_id"
    expect(await sql(kept)).toEqual(fresh)
    clock.advance(2 * 3600)
    await second.sweep()
    await expect.poll(async () => (await outputIds()).length, patience).toBe(done.renditions.length)
    await expect.poll(() => sql('SELECT prefix FROM removals'), patience).toEqual([])
    expect(await sql('SELECT output_id FROM staged_renditions')).toEqual([])
    await second.stop()
    await web.end()
  })

  it('ends when the video is deleted, and lets other jobs run', async () => {
    const video = await world.copyVideo()
    const other = await getSharedVideo()
    const params = { id: video.id }
    const outputsBefore = (await outputIdsOf(video.id)).length
    const profile = await newProfile(world.owner, { watermark: null, keepsOriginal: false })
    await ffmpeg.holdOn('180p/')
    await world.owner.call('reencodeContent', { params, body: { encodingProfileId: profile.id } })
    await expect.poll(() => outputIdsOf(video.id), patience).toHaveLength(outputsBefore + 3)
    await world.owner.call('deleteContent', { params, query: { permanently: true } })
    const left = () =>
      readdir(join(world.kinora.dataDir, 'storage/objects/contents', video.id)).catch(() => [])
    await expect
      .poll(async () => {
        await world.kinora.sweep()
        return left()
      }, patience)
      .toEqual([])
    // The step that was running would never have ended by itself.
    const body = { encodingProfileId: standardProfileId }
    await world.owner.call('reencodeContent', { params: { id: other.id }, body })
    expect(await contentWhen(world.owner, other.id, isOver)).toMatchObject({ reencode: null })
    await ffmpeg.repair()
  })

  it('is refused while a video is being processed, and in the trash', async () => {
    const path = await makeClip(join(folder, 'early.mp4'), ...pattern(2, '320x180'), ...h264, '-c:a', 'aac')
    const { id } = await uploadFile(world.owner, path)
    const params = { id }
    const body = { encodingProfileId: standardProfileId }
    const early = await world.owner.try('reencodeContent', { params, body })
    expect(early).toMatchObject({ status: 409, body: { type: '/problems/content-not-ready' } })
    await contentWhen(world.owner, id, isSettled)
    await world.owner.call('deleteContent', { params })
    const trashed = await world.owner.try('reencodeContent', { params, body })
    expect(trashed).toMatchObject({ status: 409, body: { type: '/problems/in-trash' } })
  })
})
