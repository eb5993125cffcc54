// Slow: encodes a marked video for each way to create a test video.

import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { access, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Content, ORIGINAL, testVideoLimits } from '@kinora/contract'
import { checkHls } from '@kinora/media/testing/hls/test-hls-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, contentWhen, isSettled, newOwner, uploadFile } from '../../../testing/client.ts'
import { h264, makeClip, pattern, vp9 } from '../../../testing/clips.ts'
import { movableClock } from '../../../testing/clock.ts'
import { skipImages } from '../../../testing/jobs/job-triggers.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'
import { encodeSmall } from '../../../testing/profiles.ts'

const run = promisify(execFile)
const clock = movableClock()

let kinora: TestKinora
let owner: Client
let pool: TestPool
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-tests-'))
  kinora = await startTestKinora({ clock })
  owner = await newOwner(kinora.url)
  pool = openTestPool(kinora)
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
  await rm(folder, { recursive: true, force: true })
})

interface Shape {
  readonly width: number
  readonly height: number
}
const wide = { width: 640, height: 360 }
const tall = { width: 360, height: 640 }

const folderOf = (id: string) => join(kinora.dataDir, 'storage/objects/contents', id)

const plain = ({ width, height }: Shape, seconds: number, rate = '12000/1001') => [
  '-f',
  'lavfi',
  '-i',
  `color=0x3070c0:s=${width}x${height}:r=${rate}:d=${seconds}`,
  '-f',
  'lavfi',
  '-i',
  `sine=f=440:r=48000:d=${seconds}`,
  '-shortest',
]

/** Serves HTTP until its scope ends. */
async function serve(answer: (reply: ServerResponse) => void) {
  const server = createServer((_request, reply) => answer(reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return { url, [Symbol.asyncDispose]: async () => void server.close() }
}

async function uploaded(path: string, isTest = true): Promise<Content> {
  const { id } = await uploadFile(owner, path, undefined, { isTest })
  return contentWhen(owner, id, isSettled)
}

const TEST = [
  '                 ',
  ' ### ### ### ### ',
  '  #  #   #    #  ',
  '  #  ##  ###  #  ',
  '  #  #     #  #  ',
  '  #  ### ###  #  ',
  '                 ',
]
/** Cells of the mark's grid and the pixels of one, for frames of both shapes. */
const [columns, rows, cell] = [17, 7, 11]
const nothing = Array.from({ length: rows }, () => '~'.repeat(columns))

/** The mark in the middle of a frame: `#` is white, a space is dark, `~` shows the source. */
async function middleOf(from: string, { width, height }: Shape, ...before: string[]): Promise<string[]> {
  const [plateWidth, plateHeight] = [columns * cell, rows * cell]
  const [left, top] = [Math.floor((width - plateWidth) / 2), Math.floor((height - plateHeight) / 2)]
  const chain = [
    ...before,
    `scale=${width}:${height}:flags=area`,
    `crop=${plateWidth}:${plateHeight}:${left}:${top}:exact=1`,
    `scale=${columns}:${rows}:flags=area,format=gray`,
  ]
  const output = ['-frames:v', '1', '-f', 'rawvideo', '-']
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', from, '-vf', chain.join(), ...output], {
    encoding: 'buffer',
  })
  const lines = Array.from({ length: rows }, (_, row) => stdout.subarray(row * columns, (row + 1) * columns))
  return lines.map((line) => [...line].map((luma) => (luma > 165 ? '#' : luma < 75 ? ' ' : '~')).join(''))
}

async function downloaded({ id }: Content, file: string): Promise<string> {
  const url = await eventually(async () => {
    const link = await owner.call('createDownload', { params: { id }, body: { file } })
    return link.url ?? expect.fail('it is being made')
  })
  const path = join(folder, `${id}-${file}.mp4`)
  await writeFile(path, Buffer.from(await (await fetch(url)).arrayBuffer()))
  return path
}

async function lengthOf(path: string): Promise<number> {
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'format=duration',
    '-of',
    'csv=p=0',
    path,
  ])
  return Number(stdout)
}

/** Every stream for viewers follows the rules, and none is longer than ten seconds. */
async function streamsOf({ urls, playbackToken }: Content) {
  expect(playbackToken).toBeNull()
  const { faults, video, audio } = await checkHls(urls.hls, folder)
  expect(faults).toEqual([])
  for (const { segments, packets, tickS } of [...video, ...audio]) {
    const durationS = segments.reduce((sum, { durationS }) => sum + durationS, 0)
    const shown = packets.map(({ pts }) => pts * tickS)
    expect(durationS).toBeLessThanOrEqual(testVideoLimits.seconds)
    expect(Math.max(...shown) - Math.min(...shown)).toBeLessThan(testVideoLimits.seconds)
  }
  return { video, audio }
}

describe('a test video', () => {
  let test: Content
  let file: string
  // The tests after these read only the marked file.
  afterAll(async () => {
    await skipImages(pool.sql)
    await encodeSmall(owner)
  })
  beforeAll(async () => {
    // Encoded so that it could be repackaged.
    file = await makeClip(join(folder, 'wide.mp4'), ...plain(wide, 12), ...h264, '-c:a', 'aac')
    test = await uploaded(file)
  })

  it('is marked as a test, with its expiry', async () => {
    expect(test).toMatchObject({ isTest: true, status: 'ready', error: null })
    expect(test.renditions.filter(({ isOriginal }) => isOriginal)).toEqual([])
    const { items } = await owner.call('listContents', { query: {} })
    expect(items.find(({ id }) => id === test.id)).toMatchObject({ isTest: true, expiresAt: test.expiresAt })
    const kept = Date.parse(test.expiresAt ?? '') - Date.parse(test.createdAt)
    expect(kept).toBe(testVideoLimits.keptHours * 3600_000)
  })

  it('stays a test video after changes', async () => {
    const body = { title: 'No test', isTest: false, expiresAt: null }
    await owner.send('PUT', `/video/api/v1/contents/${test.id}`, { body })
    const now = await owner.call('getContent', { params: { id: test.id } })
    expect(now).toMatchObject({ isTest: true, expiresAt: test.expiresAt })
  })

  it('has at most ten seconds of video and audio, with the mark in each rendition', async () => {
    expect(test.duration).toBeGreaterThan(9.5)
    expect(test.duration).toBeLessThanOrEqual(testVideoLimits.seconds)
    const { video, audio } = await streamsOf(test)
    expect(video.length).toBeGreaterThan(1)
    expect(audio).toHaveLength(1)
    for (const { path } of video) expect(await middleOf(path, wide)).toEqual(TEST)
    const untouched = await uploaded(file, false)
    expect(untouched).toMatchObject({ isTest: false, expiresAt: null })
    const [top] = (await checkHls(untouched.urls.hls, folder)).video
    expect(await middleOf(top?.path ?? '', wide)).toEqual(nothing)
  })

  it('has the mark in its images', async () => {
    const { playbackId, urls, poster } = await contentWhen(owner, test.id, ({ poster }) => poster !== null)
    const image = `${kinora.url}/image/${playbackId}`
    for (const url of [urls.thumbnail, poster ?? '', `${image}/thumbnail.png?time=5`, urls.animated])
      expect(await middleOf(url, wide)).toEqual(TEST)
    const vtt = await eventually(async () => {
      const answer = await fetch(`${image}/storyboard.vtt`)
      expect(answer.status).toBe(200)
      return answer.text()
    })
    const [, width, height] = /xywh=0,0,(\d+),(\d+)/.exec(vtt) ?? []
    const tile = `crop=${width}:${height}:0:0`
    expect(await middleOf(`${image}/storyboard.jpg`, wide, tile)).toEqual(TEST)
  })

  it('has marked MP4s and no original, which is not stored', async () => {
    for (const { name } of test.renditions.filter(({ type }) => type === 'video')) {
      const path = await downloaded(test, name)
      expect(await lengthOf(path)).toBeLessThanOrEqual(testVideoLimits.seconds)
      expect(await middleOf(path, wide)).toEqual(TEST)
    }
    const refused = { status: 409, body: { type: '/problems/test-video' } }
    const params = { id: test.id }
    expect(await owner.try('createDownload', { params, body: { file: ORIGINAL } })).toMatchObject(refused)
    expect(await owner.try('createArchive', { body: { ids: [test.id] } })).toMatchObject(refused)
    const [name = '', ...others] = await readdir(join(folderOf(test.id), 'sources'))
    expect(others).toEqual([])
    const kept = join(folderOf(test.id), 'sources', name)
    await eventually(() => expect(access(join(folderOf(test.id), 'source'))).rejects.toThrow())
    expect((await readFile(kept)).includes((await readFile(file)).subarray(2000, 2400))).toBe(false)
    expect(await middleOf(kept, wide)).toEqual(TEST)
    expect(await lengthOf(kept)).toBeLessThanOrEqual(testVideoLimits.seconds)
    expect(test.source.size).toBe((await stat(kept)).size)
  })

  it('is omitted from archives', async () => {
    const { items } = await owner.call('listContents', { query: {} })
    const untouched = items.find(({ isTest }) => !isTest) ?? expect.fail('there is no other video')
    const { url } = await owner.call('createArchive', { body: { ids: [test.id, untouched.id] } })
    const archive = Buffer.from(await (await fetch(url ?? '')).arrayBuffer())
    expect(archive.includes(await readFile(file))).toBe(true)
    expect(archive.length).toBeLessThan((await stat(file)).size + 1000)
  })

  it('passes its test flag and expiry on to clips', async () => {
    const span = { startTime: 1, endTime: 2 }
    const clip = await owner.call('createClip', { params: { id: test.id }, body: span })
    const body = { contentId: test.id, ...span, aspectRatio: '9:16' as const }
    const social = await owner.call('createSocialClip', { body })
    for (const { id } of [clip, social]) {
      const made = await contentWhen(owner, id, isSettled)
      expect(made).toMatchObject({ status: 'ready', isTest: true, expiresAt: test.expiresAt })
    }
    const [first] = (await checkHls(clip.urls.hls, folder)).video
    expect(await middleOf(first?.path ?? '', wide)).toEqual(TEST)
  })

  it('is short and marked when it is encoded again', async () => {
    const params = { id: test.id }
    await owner.call('reencodeContent', { params, body: {} })
    const again = await contentWhen(owner, test.id, ({ reencode }) => reencode === null)
    expect(again).toMatchObject({ isTest: true, expiresAt: test.expiresAt })
    const { video } = await streamsOf(again)
    for (const { path } of video) expect(await middleOf(path, wide)).toEqual(TEST)
  })
})

it('is not longer than its source, is marked upright, and can come from a URL', async () => {
  const file = await makeClip(join(folder, 'tall.webm'), ...plain(tall, 3, '25'), ...vp9)
  await using site = await serve((reply) => createReadStream(file).pipe(reply))
  const body = { url: `${site.url}/tall.webm`, playbackPolicy: 'public' as const, isTest: true }
  const { id } = await owner.call('createContent', { body })
  const test = await contentWhen(owner, id, isSettled)
  expect(test).toMatchObject({ isTest: true, status: 'ready' })
  expect(test.duration).toBeCloseTo(3, 1)
  const { video } = await streamsOf(test)
  for (const { path } of video) expect(await middleOf(path, tall)).toEqual(TEST)

  // Fetched and marked again if nothing of it is stored.
  await rm(folderOf(id), { recursive: true })
  await pool.sql(`UPDATE contents SET status = 'failed', error_id = 'encode-failed' WHERE id = $1`, [id])
  await owner.call('retryContent', { params: { id } })
  const again = await contentWhen(owner, id, isSettled)
  expect(again).toMatchObject({ isTest: true, status: 'ready' })
  const [top] = (await streamsOf(again)).video
  expect(await middleOf(top?.path ?? '', tall)).toEqual(TEST)
})

it('stays short and marked when its file is fetched again and arrives late', async () => {
  const file = await makeClip(join(folder, 'late.mp4'), ...plain(wide, 12), ...h264, '-c:a', 'aac')
  const replies: ServerResponse[] = []
  const asked = (count: number) => eventually(() => expect(replies).toHaveLength(count))
  await using site = await serve((reply) => replies.push(reply))
  const body = { url: `${site.url}/late.mp4`, playbackPolicy: 'public' as const, isTest: true }
  const { id } = await owner.call('createContent', { body })
  await asked(1)
  const [again] = await pool.sql(
    `INSERT INTO pgboss.job (name, data, group_id) SELECT name, data, group_id FROM pgboss.job
     WHERE name = 'library.download' AND data->>'contentId' = $1 RETURNING id`,
    [id],
  )
  await asked(2)
  const [first, second] = replies
  if (first) createReadStream(file).pipe(first)
  await contentWhen(owner, id, isSettled)
  if (second) createReadStream(file).pipe(second)
  await eventually(async () => {
    const [job] = await pool.sql('SELECT state FROM pgboss.job WHERE id = $1', [again?.id])
    expect(job).toEqual({ state: 'completed' })
  })
  await eventually(() => expect(access(join(folderOf(id), 'source'))).rejects.toThrow())

  await owner.call('reencodeContent', { params: { id }, body: {} })
  const test = await contentWhen(owner, id, ({ reencode }) => reencode === null)
  const { video } = await streamsOf(test)
  for (const { path } of video) expect(await middleOf(path, wide)).toEqual(TEST)
})

it('is ten seconds of audio if there is no video', async () => {
  const audioArgs = ['-f', 'lavfi', '-i', 'sine=d=12', '-c:a', 'aac']
  const test = await uploaded(await makeClip(join(folder, 'sound.mp4'), ...audioArgs))
  expect(test).toMatchObject({ isTest: true, status: 'ready', resolution: null })
  expect(test.duration).toBeLessThanOrEqual(testVideoLimits.seconds)
  const { audio } = await streamsOf(test)
  expect(audio).toHaveLength(1)
})

it('is marked once when it is retried before or after marking', async () => {
  const file = await makeClip(join(folder, 'again.mp4'), ...plain(wide, 1), ...h264, '-c:a', 'aac')
  const { id } = await uploaded(file, false)
  const fail = () =>
    pool.sql(
      `UPDATE contents SET is_test = true, expires_at = now() + interval '1 day',
         status = 'failed', playable = false, error_id = 'encode-failed' WHERE id = $1`,
      [id],
    )
  const marked = () => readdir(join(folderOf(id), 'sources'))
  // Like a test video whose marking failed: its source is stored unmarked.
  await fail()
  await owner.call('retryContent', { params: { id } })
  const test = await contentWhen(owner, id, isSettled)
  expect(test).toMatchObject({ status: 'ready', isTest: true })
  const { video } = await streamsOf(test)
  for (const { path } of video) expect(await middleOf(path, wide)).toEqual(TEST)

  const kept = await marked()
  await fail()
  await owner.call('retryContent', { params: { id } })
  expect(await contentWhen(owner, id, isSettled)).toMatchObject({ status: 'ready', isTest: true })
  expect(await marked()).toEqual(kept)
})

it('fails with a reason if the file is not a video', async () => {
  const path = join(folder, 'notes.mp4')
  await writeFile(path, 'These are no pictures.')
  expect(await uploaded(path)).toMatchObject({ status: 'failed', error: { id: 'media-unreadable' } })
})

it('is deleted with all its files after 24 hours, even in the trash or during its upload', async () => {
  const file = await makeClip(join(folder, 'short.mp4'), ...pattern(1, '320x180'), ...h264, '-c:a', 'aac')
  const [test, trashed] = [await uploaded(file), await uploaded(file)]
  const kept = await uploaded(file, false)
  await owner.call('deleteContents', { body: { ids: [trashed.id], permanently: false } })
  const asked = { fileName: 'slow.mp4', fileSize: 1000, isTest: true }
  const { uploadId, contentId } = await owner.call('createUpload', { body: asked })
  const statusOf = async (id: string) => (await owner.try('getContent', { params: { id } })).status

  clock.advance(24 * 3600 - 600)
  await owner.call('createPartUrl', { params: { id: uploadId }, body: { partNumber: 1 } })
  await kinora.sweep()
  for (const { id } of [test, trashed, { id: contentId }]) expect(await statusOf(id)).toBe(200)

  clock.advance(700)
  await kinora.sweep()
  for (const { id } of [test, trashed, { id: contentId }]) expect(await statusOf(id)).toBe(404)
  expect(await statusOf(kept.id)).toBe(200)
  expect((await fetch(test.urls.hls)).status).toBe(404)
  const events = await pool.sql('SELECT type FROM outbox WHERE object_id = $1 ORDER BY id', [test.id])
  expect(events.map(({ type }) => type)).toContain('video.asset.deleted')
  for (const { id } of [test, trashed]) await eventually(() => expect(access(folderOf(id))).rejects.toThrow())
  await eventually(async () => expect(await readdir(join(kinora.dataDir, 'storage/incoming'))).toEqual([]))
})
