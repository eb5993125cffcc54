// Slow: re-encodes videos from another file.
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Content } from '@kinora/contract'
import { checkHls } from '@kinora/media/testing/hls/test-hls-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Client,
  contentWhen,
  isSettled,
  keptStill,
  replaceFile,
  sendParts,
  uploadFile,
} from '../../../testing/client.ts'
import { h264, makeClip, pattern } from '../../../testing/clips.ts'
import { type MovableClock, movableClock } from '../../../testing/clock.ts'
import { type FaultyFfmpeg, faultyFfmpeg } from '../../../testing/jobs/faulty-ffmpeg.ts'
import { startTestKinora } from '../../../testing/kinora.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const patience = { timeout: patient(60_000) }

let world: World
let folder: string
let ffmpeg: FaultyFfmpeg
let clock: MovableClock
let files: Server
let shorter: string
let asked: string[] = []
let gate: Promise<void> = Promise.resolve()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-replacing-'))
  ffmpeg = await faultyFfmpeg(folder)
  clock = movableClock()
  world = await openWorld({ env: { FFMPEG_PATH: ffmpeg.path, URL_ALLOW_PRIVATE: '127.0.0.0/8' }, clock })
  files = createServer(async (request, response) => {
    asked.push(request.url ?? '')
    await gate
    response.end(await readFile(join(folder, decodeURIComponent(request.url ?? ''))).catch(() => ''))
  }).listen(0, '127.0.0.1')
  shorter = await makeClip(
    join(folder, 'better cut.mp4'),
    '-f',
    'lavfi',
    '-i',
    'testsrc=s=480x270:r=25:d=3',
    '-f',
    'lavfi',
    '-i',
    'sine=d=3',
    ...h264,
    '-c:a',
    'aac',
  )
})
afterAll(async () => {
  files.close()
  await world.end()
  await rm(folder, { recursive: true, force: true })
})

const isOver = ({ reencode }: Content) => reencode?.status !== 'running'
const get = (who: Client, id: string) => who.call('getContent', { params: { id } })
const filesOf = (id: string, dataDir = world.kinora.dataDir) =>
  readdir(join(dataDir, 'storage/objects/contents', id), { recursive: true, withFileTypes: true }).then(
    (entries) => entries.filter((entry) => entry.isFile()).map(({ name }) => name),
    () => [],
  )
const sourcesOf = (id: string) =>
  readdir(join(world.kinora.dataDir, 'storage/objects/contents', id, 'sources')).catch(() => [])
const eventsOf = async (id: string) =>
  (await world.sql('SELECT type FROM outbox WHERE object_id = $1 ORDER BY id', [id])).map(({ type }) =>
    String(type),
  )

describe("replacing a video's file", () => {
  it('keeps its ids and metadata, and exchanges the renditions at once', async () => {
    const path = await makeClip(join(folder, 'first.mp4'), ...pattern(6, '320x180'), ...h264, '-c:a', 'aac')
    const uploaded = await uploadFile(world.owner, path)
    const isReady = (each: Content) => isSettled(each) && each.poster !== null
    const video = await contentWhen(world.owner, uploaded.id, isReady)
    const params = { id: video.id }
    await world.owner.call('updateContent', { params, body: { title: 'The final', tags: ['sport'] } })
    const kept = await keptStill(world.owner, video)
    await world.owner.call('choosePoster', { params, body: { thumbnailId: kept.id } })
    const text = '1\n00:00:00,100 --> 00:00:01,000\nHello\n\n2\n00:00:04,500 --> 00:00:05,000\nToo late'
    const subtitle = await world.owner.call('createSubtitle', {
      params,
      body: { name: 'English', languageCode: 'en', text },
    })
    await world.owner.call('publishSubtitles', { params, body: { draftsToPublish: [subtitle.id] } })
    const clip = await world.owner.call('createClip', { params, body: { startTime: 0, endTime: 1 } })
    await contentWhen(world.owner, clip.id, isSettled)
    const old = await (await fetch(video.urls.hls)).text()
    const moment = `${video.urls.thumbnail}?time=1&width=100`
    const tagged = { headers: { 'if-none-match': (await fetch(moment)).headers.get('etag') ?? '' } }
    expect((await fetch(moment, tagged)).status).toBe(304)

    const upload = await world.owner.call('replaceByUpload', {
      params,
      body: { fileName: 'better cut.mp4', fileSize: (await stat(shorter)).size },
    })
    expect(await get(world.owner, video.id)).toMatchObject({
      status: 'ready',
      duration: video.duration,
      reencode: {
        status: 'running',
        replacement: { fileName: 'better cut.mp4', stage: 'uploading' },
      },
    })
    const url = 'http://127.0.0.1:1/other.mp4'
    const second = await world.owner.try('replaceByUrl', { params, body: { url } })
    expect(second).toMatchObject({ status: 409, body: { type: '/problems/replacement-running' } })
    const again = await world.owner.try('reencodeContent', { params, body: {} })
    expect(again).toMatchObject({ status: 409, body: { type: '/problems/replacement-running' } })
    expect(await (await fetch(video.urls.hls)).text()).toBe(old.replaceAll('\r', ''))
    await sendParts(world.owner, upload, shorter)

    const done = await contentWhen(world.owner, video.id, (each) => isOver(each) && each.poster !== null)
    expect(done).toMatchObject({
      id: video.id,
      playbackId: video.playbackId,
      title: 'The final',
      tags: ['sport'],
      status: 'ready',
      stage: null,
      error: null,
      reencode: null,
      resolution: '270p',
      source: { fileName: 'better cut.mp4', width: 480, height: 270 },
    })
    expect(done.duration).toBeCloseTo(3, 0)
    expect(done.poster).toContain(kept.id)
    expect((await fetch(moment, tagged)).status).toBe(200)
    const checked = await checkHls(done.urls.hls, folder)
    expect(checked.faults).toEqual([])
    expect(checked.subtitles).toHaveLength(1)
    expect((await world.owner.call('listClips', { params, query: {} })).totalItems).toBe(1)
    expect((await world.owner.call('listThumbnails', { params })).items).toHaveLength(1)
    // The same time in another file is another frame.
    expect((await keptStill(world.owner, video)).id).not.toBe(kept.id)
    await expect.poll(async () => (await fetch(video.urls.storyboard)).status, patience).toBe(200)
    const [, sheet] =
      /^(storyboard\.jpg\?v=.+)#/m.exec(await (await fetch(video.urls.storyboard)).text()) ?? []
    expect((await fetch(new URL(sheet ?? '', video.urls.storyboard))).status).toBe(200)
    expect(await eventsOf(video.id)).toEqual(
      expect.arrayContaining(['video.asset.replacement.started', 'video.asset.replacement.ready']),
    )
    const { items } = await world.owner.call('listContentChanges', { params })
    expect(items[0]).toMatchObject({
      before: { fileName: 'first.mp4' },
      after: { fileName: 'better cut.mp4' },
    })
    await expect.poll(() => filesOf(video.id), patience).not.toContain('source')
    expect(await sourcesOf(video.id)).toHaveLength(1)
    const download = await world.owner.call('createDownload', { params, body: { file: 'original' } })
    expect(download.size).toBe((await stat(shorter)).size)
    await world.owner.call('reencodeContent', { params, body: {} })
    const encoded = await contentWhen(world.owner, video.id, isOver)
    expect(encoded).toMatchObject({ reencode: null, source: { width: 480 } })
  })

  it('keeps the old file if the new one fails, with the reason, and can be retried by URL', async () => {
    const video = await world.copyVideo({ fileName: 'stays.mp4' })
    const params = { id: video.id }
    const broken = join(folder, 'broken.mp4')
    await rm(broken, { force: true })
    await makeClip(broken, '-f', 'lavfi', '-i', 'color=d=1:s=64x64', '-f', 'rawvideo')
    await replaceFile(world.owner, video.id, broken)
    const failed = await contentWhen(world.owner, video.id, isOver)
    expect(failed).toMatchObject({
      status: 'ready',
      playable: true,
      source: { fileName: 'stays.mp4' },
      reencode: {
        status: 'failed',
        error: { id: 'media-unreadable' },
        replacement: { fileName: 'broken.mp4' },
      },
    })
    expect(failed.renditions.map(({ id }) => id)).toEqual(video.renditions.map(({ id }) => id))
    expect(await eventsOf(video.id)).toContain('video.asset.replacement.errored')
    await expect.poll(() => sourcesOf(video.id), patience).toEqual([])
    expect((await checkHls(video.urls.hls, folder)).faults).toEqual([])

    const { port } = files.address() as AddressInfo
    const inside = { url: 'http://169.254.169.254/latest.mp4' }
    const refused = await world.owner.try('replaceByUrl', { params, body: inside })
    expect(refused).toMatchObject({ status: 422, body: { type: '/problems/url-not-allowed' } })
    const url = `http://127.0.0.1:${port}/better%20cut.mp4`
    await world.owner.call('replaceByUrl', { params, body: { url } })
    const done = await contentWhen(world.owner, video.id, isOver)
    expect(done).toMatchObject({ reencode: null, source: { fileName: 'better cut.mp4' }, resolution: '270p' })
  })

  it('makes a failed video ready under its own id', async () => {
    const broken = join(folder, 'no video.mp4')
    await makeClip(broken, '-f', 'lavfi', '-i', 'color=d=1:s=64x64', '-f', 'rawvideo')
    const { id, playbackId } = await contentWhen(
      world.owner,
      (await uploadFile(world.owner, broken)).id,
      isSettled,
    )
    await replaceFile(world.owner, id, shorter)
    const done = await contentWhen(world.owner, id, (each) => isOver(each) && each.poster !== null)
    expect(done).toMatchObject({ playbackId, status: 'ready', playable: true, error: null, reencode: null })
    expect((await fetch(done.poster ?? '')).status).toBe(200)
    expect((await checkHls(done.urls.hls, folder)).faults).toEqual([])
    expect(await eventsOf(id)).toContain('video.asset.ready')
  })

  it('can be canceled during upload and encoding; an abandoned upload cancels it', async () => {
    const video = await world.copyVideo({ fileName: 'given up.mp4' })
    const params = { id: video.id }
    const body = { fileName: 'never.mp4', fileSize: 1000 }
    const upload = await world.owner.call('replaceByUpload', { params, body })
    expect(await world.owner.call('cancelReplacement', { params })).toMatchObject({ reencode: null })
    const closed = await world.owner.try('getUpload', { params: { id: upload.uploadId } })
    expect(closed.status).toBe(404)
    const other = await world.owner.call('replaceByUpload', { params, body })
    await world.owner.call('cancelUpload', { params: { id: other.uploadId } })
    expect((await get(world.owner, video.id)).reencode).toBeNull()
    await world.owner.call('replaceByUpload', { params, body })
    clock.advance(25 * 3600)
    await world.kinora.sweep()
    await expect.poll(async () => (await get(world.owner, video.id)).reencode, patience).toBeNull()
    const none = await world.owner.try('cancelReplacement', { params })
    expect(none).toMatchObject({ status: 409, body: { type: '/problems/content-not-ready' } })

    await ffmpeg.failLateOn('270p/')
    await replaceFile(world.owner, video.id, shorter)
    await world.owner.call('cancelReplacement', { params })
    await ffmpeg.repair()
    expect(await get(world.owner, video.id)).toMatchObject({
      reencode: null,
      source: { fileName: 'given up.mp4' },
    })
    await expect.poll(() => sourcesOf(video.id), patience).toEqual([])
  })

  it('audits start and cancellation, while the history shows only exchanged files', async () => {
    const { id } = world.content
    const params = { id }
    const auditEntriesOf = async (fileName: string) => {
      const rows = await world.sql(
        `SELECT action, actor_name, before ->> 'fileName' AS before, after ->> 'fileName' AS after
         FROM audit_trail WHERE object_id = $1 AND $2 IN (before ->> 'fileName', after ->> 'fileName') ORDER BY id`,
        [id, fileName],
      )
      return rows.map(({ action, actor_name, before, after }) => [action, actor_name, before, after])
    }
    const begun = async (fileName: string) => {
      const body = { fileName, fileSize: 1000 }
      const { uploadId } = await world.owner.call('replaceByUpload', { params, body })
      return { params: { id: uploadId } }
    }
    const { fileName } = world.content.source
    const person = 'Ananya Rao Iyer'
    const expectedEntries = (name: string, by = person) => [
      ['asset.replacement.started', person, fileName, name],
      ['asset.replacement.cancelled', by, name, null],
    ]
    await begun('stopped.mp4')
    await world.owner.call('cancelReplacement', { params })
    expect(await auditEntriesOf('stopped.mp4')).toEqual(expectedEntries('stopped.mp4'))
    await world.owner.call('cancelUpload', await begun('not sent.mp4'))
    expect(await auditEntriesOf('not sent.mp4')).toEqual(expectedEntries('not sent.mp4'))
    await begun('forgotten.mp4')
    clock.advance(25 * 3600)
    await world.kinora.sweep()
    expect(await auditEntriesOf('forgotten.mp4')).toEqual(expectedEntries('forgotten.mp4', 'Kinora'))
    const { items } = await world.owner.call('listContentChanges', { params })
    expect(items).toEqual([])
    const broken = join(folder, 'no sound, no picture.mp4')
    await makeClip(broken, '-f', 'lavfi', '-i', 'color=d=1:s=64x64', '-f', 'rawvideo')
    await replaceFile(world.owner, id, broken)
    await contentWhen(world.owner, id, isOver)
    await world.owner.call('cancelReplacement', { params })
    const failed = await auditEntriesOf('no sound, no picture.mp4')
    expect(failed.map(([action]) => action)).toEqual(['asset.replacement.started'])
  })

  it('needs the permissions to change a video and to upload', async () => {
    const { id } = world.content
    const params = { id }
    const body = { fileName: 'never.mp4', fileSize: 1000 }
    const may = (rights: Record<string, boolean>) =>
      world.member(JSON.stringify({ Videos: { Video: { read: true, ...rights } } }))
    const editor = await may({ update: true })
    const refused = await editor.try('replaceByUpload', { params, body })
    expect(refused).toMatchObject({ status: 403, body: { type: '/problems/forbidden' } })

    const { uploadId } = await world.owner.call('replaceByUpload', { params, body })
    const uploader = await may({ create: true })
    const sent = { params: { id: uploadId } }
    for (const answer of [
      await uploader.try('getUpload', sent),
      await uploader.try('createPartUrl', { ...sent, body: { partNumber: 1 } }),
      await uploader.try('completeUpload', { ...sent, body: { parts: [{ partNumber: 1, etag: 'a' }] } }),
      await uploader.try('cancelUpload', sent),
    ])
      expect(answer).toMatchObject({ status: 403, body: { type: '/problems/forbidden' } })
    await (await may({ create: true, update: true })).call('cancelUpload', sent)
    expect((await get(world.owner, id)).reencode).toBeNull()
  })

  it('does not remove the file that another worker has exchanged meanwhile', async () => {
    const video = await world.copyVideo({ fileName: 'late.mp4' })
    const params = { id: video.id }
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    asked = []
    const { port } = files.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/better%20cut.mp4`
    await world.owner.call('replaceByUrl', { params, body: { url } })
    await expect.poll(() => asked, patience).toHaveLength(1)
    const [row] = await world.sql("SELECT reencode ->> 'id' AS id FROM contents WHERE id = $1", [video.id])
    const sourceId = String(row?.id)
    const folder = join(world.kinora.dataDir, 'storage/objects/contents', video.id, 'sources')
    await mkdir(folder, { recursive: true })
    await copyFile(shorter, join(folder, sourceId))
    const exchange = 'UPDATE contents SET source_id = $2, reencode = NULL WHERE id = $1'
    await world.sql(exchange, [video.id, sourceId])
    resolve()
    const underWay = `SELECT 1 FROM pgboss.job WHERE singleton_key = $1 AND state IN ('created', 'retry', 'active')`
    await expect.poll(() => world.sql(underWay, [sourceId]), patience).toEqual([])
    expect(await world.sql('SELECT prefix FROM removals WHERE prefix LIKE $1', [`%${sourceId}%`])).toEqual([])
    expect(await sourcesOf(video.id)).toEqual([sourceId])
    const download = await world.owner.call('createDownload', { params, body: { file: 'original' } })
    expect(download.size).toBe((await stat(shorter)).size)
  })

  it('is not blocked by an audio track that cannot be encoded again', async () => {
    const video = await world.copyVideo({ fileName: 'with sound.mp4' })
    const params = { id: video.id }
    const audioFile = await makeClip(join(folder, 'sound.wav'), '-f', 'lavfi', '-i', 'sine=d=2')
    const fields = { name: 'Dubbed', languageCode: 'hi', fileName: 'sound.wav' }
    const { track, upload } = await world.owner.call('uploadAudioTrack', {
      params,
      body: { ...fields, fileSize: (await stat(audioFile)).size },
    })
    await sendParts(world.owner, upload, audioFile)
    const currentState = async () => {
      const { items } = await world.owner.call('listAudioTracks', { params })
      const { status, error } = items.find(({ id }) => id === track.id) ?? {}
      return [status, error?.id]
    }
    await expect.poll(currentState, patience).toEqual(['ready', undefined])
    await rm(join(world.kinora.dataDir, 'storage/objects/contents', video.id, 'tracks', track.id))
    await replaceFile(world.owner, video.id, shorter)
    const done = await contentWhen(world.owner, video.id, isOver)
    expect(done).toMatchObject({ reencode: null, source: { fileName: 'better cut.mp4' } })
    await expect.poll(currentState, patience).toEqual(['failed', 'source-missing'])
    expect((await checkHls(done.urls.hls, folder)).faults).toEqual([])
  })

  it('ignores images of the old file that fail or finish late', async () => {
    // Images of other tests would be held too, and take all workers.
    const unfinished = `SELECT FROM pgboss.job WHERE name = 'library.images' AND state < 'completed'`
    await expect.poll(() => world.sql(unfinished), patience).toEqual([])
    await ffmpeg.holdOn('storyboard.jpg')
    const path = await makeClip(join(folder, 'drawn.mp4'), ...pattern(2, '320x180'), ...h264, '-c:a', 'aac')
    const { id } = await uploadFile(world.owner, path)
    const running = `SELECT id FROM pgboss.job
      WHERE name = 'library.images' AND state = 'active' AND data ->> 'contentId' = $1`
    await expect.poll(() => world.sql(running, [id]), patience).toHaveLength(1)
    await contentWhen(world.owner, id, isSettled)
    await replaceFile(world.owner, id, shorter)
    await contentWhen(world.owner, id, (each) => each.source.fileName === 'better cut.mp4')
    // Simulates that the time limit of the image job has passed.
    const late = `UPDATE pgboss.job SET started_on = started_on - interval '1 day', retry_limit = 0
      WHERE name = 'library.images' AND state = 'active' AND data ->> 'contentId' = $1 RETURNING id`
    expect(await world.sql(late, [id])).toHaveLength(1)
    const deadJobs = `SELECT state FROM pgboss.job WHERE name = 'library.images.dead' AND data ->> 'contentId' = $1`
    await expect.poll(() => world.sql(deadJobs, [id]), patience).toEqual([{ state: 'completed' }])
    expect(await get(world.owner, id)).toMatchObject({ imagesError: null })
    await ffmpeg.repair()
    const done = await contentWhen(world.owner, id, (each) => each.waveform !== null)
    expect(done).toMatchObject({ imagesError: null, poster: expect.stringContaining('drawn-') })
    const [sourceId] = await sourcesOf(id)
    const pictures = join(world.kinora.dataDir, 'storage/objects/contents', id, 'images')
    await expect.poll(() => readdir(pictures), patience).toEqual([sourceId])
    expect((await fetch(done.poster ?? '')).status).toBe(200)
    expect((await fetch(done.waveform ?? '')).status).toBe(200)
  })

  it('fails waiting clips, because their times are other moments in the new file', async () => {
    const video = await world.copyVideo({ fileName: 'to be cut.mp4' })
    const kinds = `name IN ('library.clip', 'library.socialClip')`
    await world.sql(`CREATE FUNCTION later() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.start_after = now() + interval '1 hour'; RETURN NEW; END $$`)
    await world.sql(`CREATE TRIGGER later BEFORE INSERT ON pgboss.job
      FOR EACH ROW WHEN (NEW.${kinds}) EXECUTE FUNCTION later()`)
    const span = { startTime: 0.5, endTime: 1.5 }
    const cut = () => world.owner.call('createClip', { params: { id: video.id }, body: span })
    const clip = await cut()
    const social = await world.owner.call('createSocialClip', {
      body: { contentId: video.id, ...span, aspectRatio: '1:1' },
    })
    await replaceFile(world.owner, video.id, shorter)
    await contentWhen(world.owner, video.id, isOver)
    await world.sql('DROP FUNCTION later CASCADE')
    await world.sql(`UPDATE pgboss.job SET start_after = now() WHERE ${kinds}`)
    for (const { id } of [clip, social]) {
      const failed = await contentWhen(world.owner, id, isSettled)
      const error = { id: 'source-replaced', retryable: false }
      expect(failed).toMatchObject({ status: 'failed', error, clipOf: { contentId: video.id } })
      const again = await world.owner.try('retryContent', { params: { id } })
      expect(again).toMatchObject({ status: 409, body: { type: '/problems/content-not-ready' } })
    }
    const tries = `SELECT state, retry_count FROM pgboss.job WHERE ${kinds} AND data ->> 'contentId' = ANY ($1)`
    await expect
      .poll(() => world.sql(tries, [[clip.id, social.id]]), patience)
      .toEqual(Array.from({ length: 2 }, () => ({ state: 'completed', retry_count: 0 })))
    const recut = await contentWhen(world.owner, (await cut()).id, isSettled)
    expect(recut).toMatchObject({ status: 'ready', source: { height: 270 } })
  })

  it('leaves nothing behind if the video is deleted meanwhile', async () => {
    const [sent, made] = [
      await world.copyVideo({ fileName: 'sent.mp4' }),
      await world.copyVideo({ fileName: 'made.mp4' }),
    ]
    await world.owner.call('replaceByUpload', {
      params: { id: sent.id },
      body: { fileName: 'never.mp4', fileSize: 1000 },
    })
    await ffmpeg.failLateOn('270p/')
    await replaceFile(world.owner, made.id, shorter)
    for (const { id } of [sent, made])
      await world.owner.call('deleteContent', { params: { id }, query: { permanently: true } })
    await ffmpeg.repair()
    const left = async () => {
      await world.kinora.sweep()
      return [...(await filesOf(sent.id)), ...(await filesOf(made.id))]
    }
    await expect.poll(left, patience).toEqual([])
    await expect
      .poll(() => world.sql('SELECT 1 FROM removals WHERE multipart_id IS NOT NULL'), patience)
      .toEqual([])
    expect(await world.sql("SELECT 1 FROM uploads WHERE file_name = 'never.mp4'")).toEqual([])
  })

  it('continues after a crash', async () => {
    const env = { FFMPEG_PATH: ffmpeg.path }
    const web = await openWorld({ env: { ...env, ROLES: 'web,delivery' }, clock })
    const { kinora, owner, content: video } = web
    const worker = () => startTestKinora({ beside: kinora, env: { ...env, ROLES: 'worker' }, clock })
    const first = await worker()
    const segments = async () =>
      (await filesOf(video.id, kinora.dataDir)).filter((name) => name.endsWith('.m4s')).length
    const segmentCount = await segments()
    await ffmpeg.failLateOn('270p/')
    await replaceFile(owner, video.id, shorter)
    await expect.poll(segments, patience).toBeGreaterThan(segmentCount)
    await first.stop()
    await ffmpeg.repair()
    const second = await worker()
    const done = await contentWhen(owner, video.id, isOver)
    expect(done).toMatchObject({ reencode: null, resolution: '270p', status: 'ready' })
    expect((await checkHls(done.urls.hls, folder)).faults).toEqual([])
    await second.stop()
    await web.end()
  })
})
