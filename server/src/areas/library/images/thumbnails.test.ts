// Slow: renders frames with ffmpeg and compares their pixels.
import { execFile } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import { type Thumbnail, thumbnailLimits } from '@kinora/contract'
import { readImageHeader } from '@kinora/media'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chunk, png } from '../../../platform/ffmpeg/test-pictures.ts'
import { type Client, contentWhen, isSettled, uploadFile } from '../../../testing/client.ts'
import { h264, makeClip, pattern, testCard } from '../../../testing/clips.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const run = promisify(execFile)

let world: World
let owner: Client
let id: string
/** Seven seconds: several segments whose borders are not whole seconds. */
let clip: string
let frames: Buffer[]
beforeAll(async () => {
  world = await openWorld()
  owner = world.owner
  clip = await makeClip(join(world.folder, 'long.mp4'), ...pattern(7, '640x360'), ...h264, '-c:a', 'aac')
  frames = await grays('-i', clip)
  expect(frames).toHaveLength(175)
  id = (await uploadFile(owner, clip)).id
  await contentWhen(owner, id, isSettled)
})
afterAll(() => world.end())

type Body = Record<string, unknown>
const capture = (body: Body) => owner.try('createThumbnail', { params: { id }, body: { time: 0, ...body } })
const captured = (time: number | string, size: { width?: number; height?: number } = {}) =>
  owner.call('createThumbnail', { params: { id }, body: { time, ...size } })
const gif = (body: Body) => owner.try('createGif', { params: { id }, body: { start: 0, end: 1, ...body } })
const upload = (file: Buffer, fileName = 'poster.png', contentId = id) =>
  owner.try('uploadThumbnail', {
    params: { id: contentId },
    body: { fileName, file: file.toString('base64') },
  })
const list = async (contentId = id) =>
  (await owner.call('listThumbnails', { params: { id: contentId } })).items
const remove = (thumbnailId: string) => owner.try('deleteThumbnail', { params: { id, thumbnailId } })
const choose = (thumbnailId: string | null, contentId = id) =>
  owner.call('choosePoster', { params: { id: contentId }, body: { thumbnailId } })
const bytes = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
const invalid = (path: string, message?: string) => ({
  status: 400,
  body: { errors: [{ path: `body.${path}`, ...(message && { message }) }] },
})
const refused = (status: number, problem: string) => ({ status, body: { type: `/problems/${problem}` } })

/** Gray values of each frame, 64 by 36. */
async function grays(...input: string[]): Promise<Buffer[]> {
  const output = ['-vf', 'scale=64:36:flags=area,format=gray', '-f', 'rawvideo', '-']
  const { stdout } = await run(
    'ffmpeg',
    ['-nostdin', '-loglevel', 'error', ...input, '-fps_mode', 'passthrough', ...output],
    { encoding: 'buffer' },
  )
  const size = 64 * 36
  return Array.from({ length: stdout.length / size }, (_, n) => stdout.subarray(n * size, (n + 1) * size))
}

async function graysOf(body: Buffer): Promise<Buffer> {
  const path = join(world.folder, 'got')
  await writeFile(path, body)
  const [first] = await grays('-i', path, '-frames:v', '1')
  return first ?? expect.fail('it has no frame')
}

/** Mean difference of two images, from 0 to 255. */
function difference(one: Buffer, other: Buffer): number {
  return one.reduce((sum, gray, n) => sum + Math.abs(gray - (other[n] ?? 0)), 0) / one.length
}

/** Number of the clip's frame that is most similar to the image. */
async function mostSimilarFrame(picture: Buffer, around: number): Promise<number> {
  const values = await graysOf(picture)
  const scored = frames
    .map((frame, n) => ({ n, off: difference(values, frame) }))
    .filter(({ n }) => Math.abs(n - around) <= 3)
  return scored.toSorted((one, other) => one.off - other.off)[0]?.n ?? -1
}

function opposite(side: string) {
  const of: Record<string, string> = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' }
  return { [of[side] ?? '']: false }
}

describe('a captured still', () => {
  it.each([
    [0, 0],
    [1, 25],
    [1.99, 49],
    ['00:00:02', 50],
    ['00:00:03.979', 99],
    [4.02, 100],
    [5.9, 147],
    [6.999, 174],
  ])('at %s is the one that is shown then', async (time, frame) => {
    const still = await captured(time)
    const body = await bytes(still.url)
    expect(still).toMatchObject({ kind: 'still', origin: 'captured', width: 640, height: 360 })
    expect(readImageHeader(body)).toMatchObject({ format: 'jpg', width: 640, height: 360 })
    expect(still.size).toBe(body.length)
    expect(await mostSimilarFrame(body, frame)).toBe(frame)
  })

  it('is the correct frame even if the video starts after the audio', async () => {
    const [late, picture] = [join(world.folder, 'late.mp4'), join(world.folder, 'picture.mp4')]
    await makeClip(picture, ...pattern(4, '640x360').slice(0, 4), ...h264)
    const audio = pattern(5, '640x360').slice(4)
    await makeClip(late, ...audio, '-itsoffset', '0.8', '-i', picture, '-c:v', 'copy', '-c:a', 'aac')
    const content = await uploadFile(owner, late)
    await contentWhen(owner, content.id, isSettled)
    for (const [time, frame] of [
      [0.2, 0],
      [1, 5],
      [3, 55],
    ] as const) {
      const still = await owner.call('createThumbnail', { params: { id: content.id }, body: { time } })
      expect(await mostSimilarFrame(await bytes(still.url), frame)).toBe(frame)
    }
  })

  it.each([
    [{ width: 160 }, 160, 90],
    [{ height: 180 }, 320, 180],
    [{ width: 100, height: 100 }, 100, 100],
    [{ width: 4000 }, 640, 360],
  ])('of %j is %d × %d', async (size, width, height) => {
    const still = await captured(3, size)
    expect(still).toMatchObject({ width, height, time: 3, end: null })
    expect(readImageHeader(await bytes(still.url))).toMatchObject({ format: 'jpg', width, height })
  })

  it('is stored once for repeated requests', async () => {
    const [one, two] = await Promise.all([captured(2.2), captured('00:00:02.200')])
    expect([one.id, (await captured(2.2)).id]).toEqual([two.id, two.id])
    expect((await list()).filter(({ time }) => time === 2.2)).toHaveLength(1)
  })

  it('is refused with a message for invalid times', async () => {
    expect(await capture({ time: '7' })).toMatchObject(invalid('time', 'Please enter hh:mm:ss format'))
    expect(await capture({ time: '00:61:00' })).toMatchObject(invalid('time', 'Please enter hh:mm:ss format'))
    expect(await capture({ width: '100px' })).toMatchObject(invalid('width', 'Width and height digits only'))
    expect(await capture({ height: 59 })).toMatchObject(
      invalid('height', 'Enter at least 75 for the width and 60 for the height'),
    )
    expect(await capture({ width: 74 })).toMatchObject(invalid('width'))
    expect(await capture({ width: 4097 })).toMatchObject(invalid('width'))
    for (const time of [7, 7.01, '01:00:00'])
      expect(await capture({ time })).toMatchObject({
        status: 422,
        body: {
          title: 'Time exceeds video duration',
          errors: [{ path: 'body.time', message: 'Please enter the time less than length of the video' }],
        },
      })
  })

  it('is refused for a video without frames or in the trash', async () => {
    const audioFile = join(world.folder, 'sound.m4a')
    await makeClip(audioFile, '-f', 'lavfi', '-i', 'sine=f=440:r=48000:d=2', '-c:a', 'aac')
    const audio = await uploadFile(owner, audioFile, 'sound.mp4')
    await contentWhen(owner, audio.id, isSettled)
    const still = (contentId: string) =>
      owner.try('createThumbnail', { params: { id: contentId }, body: { time: 0 } })
    expect(await still(audio.id)).toMatchObject(refused(409, 'no-picture'))
    expect(await still(world.upload.contentId)).toMatchObject(refused(409, 'content-not-ready'))
    await owner.call('deleteContent', { params: { id: audio.id } })
    expect(await still(audio.id)).toMatchObject(refused(409, 'in-trash'))
    expect(await upload(png(100, 100), 'a.png', audio.id)).toMatchObject(refused(409, 'in-trash'))
  })
})

describe('an upload', () => {
  it('becomes a JPEG with a white background', async () => {
    const half = await upload(png(80, 60, [200, 30, 30, 0]), 'Poster <b>1</b>.PNG')
    expect(half).toMatchObject({
      status: 201,
      body: { origin: 'uploaded', fileName: 'Poster <b>1</b>.PNG', width: 80, height: 60, time: null },
    })
    expect((await graysOf(await bytes((half.body as Thumbnail).url)))[0]).toBeGreaterThan(250)
    const full = await upload(png(80, 60, [200, 30, 30, 255]))
    expect((await graysOf(await bytes((full.body as Thumbnail).url)))[0]).toBeLessThan(110)
  })

  it('loses its metadata, and has at most 1920 pixels per side', async () => {
    const large = await makeClip(join(world.folder, 'large.jpg'), ...testCard('2400x1200'))
    const bytesOfLarge = await readFile(large)
    const gps = Buffer.from('Exif\0\0MM\0*GPS 17.385N 78.486E')
    const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, gps.length + 2]), gps])
    const given = Buffer.concat([bytesOfLarge.subarray(0, 2), segment, bytesOfLarge.subarray(2)])
    const answer = await upload(given, 'large.jpeg')
    expect(answer).toMatchObject({ status: 201, body: { width: 1920, height: 960 } })
    expect((await bytes((answer.body as Thumbnail).url)).includes('GPS')).toBe(false)
    const text = chunk('tEXt', Buffer.from('Author\0secret'))
    const plain = png(80, 60)
    const noted = await upload(Buffer.concat([plain.subarray(0, 33), text, plain.subarray(33)]))
    expect((await bytes((noted.body as Thumbnail).url)).includes('secret')).toBe(false)
  })

  it.each([
    [1, 200, 100, 'left'],
    [2, 200, 100, 'right'],
    [3, 200, 100, 'right'],
    [4, 200, 100, 'left'],
    [5, 100, 200, 'top'],
    [6, 100, 200, 'top'],
    [7, 100, 200, 'bottom'],
    [8, 100, 200, 'bottom'],
  ])('stands upright as its orientation %d says', async (orientation, width, height, dark) => {
    const half = ['-f', 'lavfi', '-i', 'color=white:s=200x100:d=1', '-vf', 'drawbox=w=100:c=black:t=fill']
    const path = await makeClip(join(world.folder, 'half.jpg'), ...half, '-frames:v', '1', '-update', '1')
    const file = await readFile(path)
    const exif = Buffer.from('45786966000049492a000800000001001201030001000000000000000000', 'hex')
    exif[24] = orientation
    const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
    const answer = await upload(
      Buffer.concat([file.subarray(0, 2), head, exif, file.subarray(2)]),
      'half.jpg',
    )
    expect(answer).toMatchObject({ status: 201, body: { width, height } })
    const gray = await graysOf(await bytes((answer.body as Thumbnail).url))
    const isDark = (x: number, y: number) => (gray[y * 64 + x] ?? 255) < 100
    const sides = { left: isDark(8, 18), right: isDark(56, 18), top: isDark(32, 4), bottom: isDark(32, 32) }
    expect(sides).toMatchObject({ [dark]: true, ...opposite(dark) })
  })

  it('may have 40 million pixels', async () => {
    for (const format of ['png', 'jpg']) {
      const path = await makeClip(join(world.folder, `huge.${format}`), ...testCard('8000x5000'))
      expect(await upload(await readFile(path), `huge.${format}`)).toMatchObject({ status: 201 })
    }
  })

  it('is refused with the right problem', async () => {
    const words = 'Invalid format,Only images(.jpeg,png,jpg) are allowed'
    for (const name of ['poster.svg', 'poster.gif', 'png', 'poster.png.exe'])
      expect(await upload(png(80, 60), name)).toMatchObject(invalid('fileName', words))
    expect(await upload(png(80, 60), '')).toMatchObject(invalid('fileName', 'Please select an image'))
    expect(await upload(Buffer.alloc(0))).toMatchObject(invalid('file', 'Please select an image'))
    expect(await upload(Buffer.alloc(thumbnailLimits.fileBytes + 3))).toMatchObject(
      invalid('file', 'The image is larger than 10 MB'),
    )
  })

  it.each([
    [
      'a drawing with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      'image-unreadable',
    ],
    ['a playlist', Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'), 'image-unreadable'],
    ['text', Buffer.from('no picture at all'), 'image-unreadable'],
    ['a PNG without an end', png(80, 60).subarray(0, 40), 'image-unreadable'],
    ['a bomb', png(1, 1, undefined, { width: 30_000, height: 30_000 }), 'image-unreadable'],
    ['a PNG with metadata that inflates to 2 MB', inflatingPng(2 * 1024 ** 2), 'image-unreadable'],
    ['too narrow', png(74, 60), 'image-too-small'],
    ['too low', png(75, 59), 'image-too-small'],
  ])('is refused where it is %s', async (_what, file, problem) => {
    const before = (await list()).length
    expect(await upload(file)).toMatchObject(refused(422, problem))
    expect(await list()).toHaveLength(before)
  })
})

function inflatingPng(bytes: number): Buffer {
  const plain = png(200, 200)
  const text = chunk(
    'zTXt',
    Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(bytes, 'a'))]),
  )
  return Buffer.concat([plain.subarray(0, 33), text, plain.subarray(33)])
}

describe('a GIF', () => {
  it('is 320 pixels wide, has the requested length, and is stored once', async () => {
    const made = await owner.call('createGif', { params: { id }, body: { start: 1.5, end: '00:00:03.500' } })
    expect(made).toMatchObject({ kind: 'gif', time: 1.5, end: 3.5, width: 320, height: 180 })
    const path = join(world.folder, 'got.gif')
    await writeFile(path, await bytes(made.url))
    const probe = ['-v', 'error', '-count_frames', '-show_entries', 'stream=width,height,nb_read_frames']
    const { stdout } = await run('ffprobe', [...probe, '-of', 'csv=p=0', path])
    expect(stdout.trim()).toBe('320,180,30')
    const atStart = frames[38] ?? expect.fail('the clip is too short')
    const started = difference(await graysOf(await bytes(made.preview)), atStart)
    // Gray of a GIF is weighted as BT.601, that of the video as BT.709.
    expect(started).toBeLessThan(16)
    const again = await owner.call('createGif', { params: { id }, body: { start: '00:00:01.500', end: 3.5 } })
    expect(again.id).toBe(made.id)
    const other = await owner.call('createGif', {
      params: { id },
      body: { start: 1.5, end: 3.5, width: 100, height: 100 },
    })
    expect(other).toMatchObject({ width: 100, height: 100 })
  })

  it('is refused with a message for invalid times', async () => {
    expect(await gif({ start: '1' })).toMatchObject(invalid('start', 'Please enter hh:mm:ss format'))
    expect(await gif({ start: 1, end: 1 })).toMatchObject(invalid('end', 'The end must be after the start'))
    expect(await gif({ end: 7.5 })).toMatchObject(refused(422, 'time-beyond-end'))
    expect(await gif({ width: 641 })).toMatchObject(invalid('width'))
    await world.sql(`UPDATE contents SET duration_s = 20 WHERE id = $1`, [id])
    const long = await gif({ end: 10.5 })
    await world.sql(`UPDATE contents SET duration_s = 7 WHERE id = $1`, [id])
    expect(long).toMatchObject(invalid('end', 'A GIF can be at most 10 seconds long'))
  })
})

describe('the poster', () => {
  const image = async (rest = '') => {
    const { playbackId } = await owner.call('getContent', { params: { id } })
    return fetch(`${world.kinora.url}/image/${playbackId}/thumbnail.${rest || 'jpg'}`)
  }

  it('is the chosen still everywhere at once, and the generated image after its deletion', async () => {
    const drawn = Buffer.from(await (await image()).arrayBuffer())
    const before = await owner.call('getContent', { params: { id } })
    const { body } = await upload(png(320, 180, [20, 200, 20, 255]))
    const { id: chosen, url } = body as Thumbnail
    const content = await choose(chosen)
    expect(content.poster).not.toBe(before.poster)
    expect((await list()).filter(({ isPoster }) => isPoster).map((each) => each.id)).toEqual([chosen])
    const kept = await bytes(url)
    const shown = () => image().then(async (answer) => Buffer.from(await answer.arrayBuffer()))
    await expect.poll(async () => (await shown()).equals(kept)).toBe(true)

    const { items } = await owner.call('listContents', { query: {} })
    const listed = items.find((each) => each.id === id)?.poster ?? ''
    expect(listed).toBe(content.poster)
    expect(await bytes(listed)).toEqual(kept)
    const page = await (await fetch(content.urls.embed)).text()
    const poster = /poster=?[^>]*?(\/image\/[^"]+thumbnail\.jpg[^"]*)"/.exec(page)?.[1] ?? ''
    expect(await bytes(world.kinora.url + poster.replaceAll('&amp;', '&'))).toEqual(kept)
    const described = await fetch(
      `${world.kinora.url}/oembed?url=${encodeURIComponent(content.urls.embed)}&maxwidth=160`,
    )
    const { thumbnail_url: small } = (await described.json()) as { thumbnail_url: string }
    expect(difference(await graysOf(await bytes(small)), await graysOf(kept))).toBeLessThan(3)

    expect((await remove(chosen)).status).toBe(204)
    await expect.poll(async () => (await shown()).equals(drawn)).toBe(true)
    const narrow = Buffer.from(await (await image('jpg?width=128')).arrayBuffer())
    expect(difference(await graysOf(narrow), await graysOf(drawn))).toBeLessThan(2)
    expect((await owner.call('getContent', { params: { id } })).poster).toBe(before.poster)
  })

  it('is cached only with its version in the URL', async () => {
    const { poster } = await owner.call('getContent', { params: { id } })
    expect((await fetch(poster ?? '')).headers.get('cache-control')).toBe('public, max-age=3600')
    const plain = await image()
    expect(plain.headers.get('cache-control')).toBe('public, max-age=2')
    const etag = plain.headers.get('etag') ?? ''
    expect((await fetch(plain.url, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await image('jpg?v=another')).headers.get('cache-control')).toBe('public, max-age=2')
    expect((await image('jpg?time=1')).headers.get('cache-control')).toMatch(/^public, max-age=60,/)
  })

  it('is no larger than viewers need unless requested', async () => {
    const large = await readFile(await makeClip(join(world.folder, 'wide.jpg'), ...testCard('1600x900')))
    const { body } = await upload(large, 'wide.jpg')
    await choose((body as Thumbnail).id)
    const widthOf = async (rest?: string) =>
      readImageHeader(Buffer.from(await (await image(rest)).arrayBuffer()))?.width
    await expect.poll(() => widthOf()).toBe(1280)
    expect(await widthOf('jpg?width=1500')).toBe(1500)
    expect(await widthOf('png?width=200&height=200&fit_mode=crop')).toBe(200)
    expect((await choose(null)).poster).toContain('v=drawn')
  })

  it('must be a still of this video', async () => {
    const moving = await owner.call('createGif', { params: { id }, body: { start: 0, end: 0.5 } })
    const put = (thumbnailId: string, contentId = id) =>
      owner.try('choosePoster', { params: { id: contentId }, body: { thumbnailId } })
    expect(await put(moving.id)).toMatchObject(invalid('thumbnailId', 'Animated images cannot be the poster'))
    const still = await captured(1)
    expect((await put(still.id, world.content.id)).status).toBe(404)
  })
})

describe('stored thumbnails', () => {
  const stored = () =>
    readdir(join(world.kinora.dataDir, 'storage/objects/contents', id, 'images/kept')).catch(() => [])

  it('have one file each, which is deleted with them', async () => {
    const all = await list()
    await expect.poll(async () => (await stored()).length).toBe(all.length)
    const [first] = all
    await remove(first?.id ?? '')
    await expect.poll(async () => (await stored()).length).toBe(all.length - 1)
    expect((await fetch(first?.url ?? '')).status).toBe(404)
    expect((await remove(first?.id ?? '')).status).toBe(404)
  })

  it('have events and audit entries', async () => {
    const still = await captured(6.1)
    await choose(still.id)
    await remove(still.id)
    const events = await owner.call('listEvents', { query: { pageSize: 100 } })
    const types = events.items.filter(({ object }) => object.id === still.id).map(({ type }) => type)
    expect(types).toEqual(['video.thumbnail.deleted', 'video.thumbnail.created'])
    const trail = await world.sql('SELECT action FROM audit_trail WHERE object_id = $1 ORDER BY id', [
      still.id,
    ])
    expect(trail).toMatchObject([
      { action: 'thumbnail.created' },
      { action: 'thumbnail.chosen' },
      { action: 'thumbnail.deleted' },
    ])
  })

  it('have a small preview, and are not found under another video', async () => {
    const still = await captured(1)
    expect(readImageHeader(await bytes(still.preview))?.width).toBe(480)
    const { playbackId } = await owner.call('getContent', { params: { id } })
    const elsewhere = still.url.replace(playbackId, world.content.playbackId)
    expect([(await fetch(still.url)).status, (await fetch(elsewhere)).status]).toEqual([200, 404])
  })

  it('need a token if playback is signed', async () => {
    const plain = await captured(1)
    const moving = await owner.call('createGif', { params: { id }, body: { start: 0, end: 0.5 } })
    await owner.call('updateContent', { params: { id }, body: { playbackPolicy: 'signed' } })
    await expect.poll(async () => (await fetch(plain.url)).status).toBe(403)
    expect((await fetch(moving.url)).status).toBe(403)
    const seen = (await list()).filter((each) => [plain.id, moving.id].includes(each.id))
    for (const { url, preview } of seen)
      expect([(await fetch(url)).status, (await fetch(preview)).status]).toEqual([200, 200])
    const { poster } = await choose(plain.id)
    await expect
      .poll(async () => (await fetch(poster ?? '')).headers.get('cache-control'))
      .toMatch(/^private/)
    await owner.call('updateContent', { params: { id }, body: { playbackPolicy: 'public' } })
  })

  it('are limited in number', async () => {
    await world.sql(
      `INSERT INTO thumbnails (id, content_id, environment_id, kind, origin, format, start_s, end_s, width, height,
         size_bytes, file_name, created_by, created_at)
       SELECT gen_random_uuid(), content_id, environment_id, kind, origin, format, start_s, end_s, width, height,
         size_bytes, file_name, created_by, created_at FROM thumbnails
       CROSS JOIN generate_series(1, $2) WHERE id = $1`,
      [(await captured(1)).id, thumbnailLimits.most - (await list()).length],
    )
    expect(await capture({ time: 6.2 })).toMatchObject(refused(409, 'thumbnail-limit'))
    expect(await upload(png(80, 60))).toMatchObject(refused(409, 'thumbnail-limit'))
    expect((await capture({ time: 1 })).status).toBe(201)
  })

  it('are deleted with the video', async () => {
    expect(await stored()).not.toEqual([])
    await owner.call('deleteContent', { params: { id }, query: { permanently: true } })
    await expect.poll(stored).toEqual([])
    expect(await world.sql('SELECT id FROM thumbnails WHERE content_id = $1', [id])).toEqual([])
  })
})

it('a ready video has no images once its segments are damaged', async () => {
  const { id, playbackId } = await world.copyVideo()
  const outputs = join(world.kinora.dataDir, 'storage/objects/contents', id, 'r')
  for (const name of await readdir(outputs, { recursive: true })) {
    if (!name.endsWith('.m4s')) continue
    const segment = await readFile(join(outputs, name))
    // The original has the same file.
    await rm(join(outputs, name))
    await writeFile(join(outputs, name), segment.fill(0, segment.indexOf('mdat') + 4))
  }
  for (const image of ['thumbnail.jpg?time=0.5', 'animated.gif']) {
    const answer = await fetch(`${world.kinora.url}/image/${playbackId}/${image}`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({
      detail: 'No frame of the video can be decoded at this time',
    })
  }
})
