// Slow: finds people in three videos and renders them.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Portrait } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, contentWhen, sendParts, uploadFile } from '../../testing/client.ts'
import { h264, makeClip } from '../../testing/clips.ts'
import { drawLowerThird } from '../../testing/intelligence/lower-thirds.ts'
import { skipImages } from '../../testing/jobs/job-triggers.ts'
import { eventually } from '../../testing/machine/eventually.ts'
import { peopleArgs } from '../../testing/portraits/people.ts'
import { newPortrait } from '../../testing/portraits/portraits.ts'
import { encodeSmall } from '../../testing/profiles.ts'
import { openWorld, type World } from '../../testing/world.ts'

const run = promisify(execFile)

let world: World
let owner: Client

beforeAll(async () => {
  world = await openWorld()
  owner = world.owner
  await skipImages(world.sql)
  await encodeSmall(owner)
})
afterAll(() => world.end())

async function upload(name: string, ...args: string[]) {
  const { id } = await uploadFile(owner, await makeClip(join(world.folder, name), ...args))
  return contentWhen(owner, id, ({ playable }) => playable)
}

const settled = ({ status }: Portrait) => status === 'ready' || status === 'failed'

function portraitWhen(id: string, is: (portrait: Portrait) => boolean): Promise<Portrait> {
  return eventually(async () => {
    const portrait = await owner.call('getPortrait', { params: { id } })
    expect(is(portrait), JSON.stringify(portrait)).toBe(true)
    return portrait
  })
}

async function made(contentId: string, shape: Portrait['shape'] = '9:16', captions = false) {
  const body = { name: 'Upright', shape, contentId, captions }
  const { id } = await owner.call('createPortrait', { body })
  return portraitWhen(id, settled)
}

const filesOf = (id: string) => join(world.kinora.dataDir, 'storage/objects/contents', id)

/** The middle of the white square in each frame of a file, as a share of the width. Null where there is none. */
async function squareIn(file: string): Promise<(number | null)[]> {
  const [width, height] = [54, 96]
  const small = ['-vf', `scale=${width}:${height},format=gray`, '-f', 'rawvideo', '-']
  const options = { encoding: 'buffer', maxBuffer: 64 * 1024 ** 2 } as const
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', file, ...small], options)
  return Array.from({ length: stdout.length / (width * height) }, (_, n) => {
    const frame = stdout.subarray(n * width * height, (n + 1) * width * height)
    const columns = [...frame].flatMap((level, at) => (level > 235 ? [(at % width) + 0.5] : []))
    return columns.length < 3 ? null : columns.reduce((sum, x) => sum + x, 0) / columns.length / width
  })
}

/** Share of white in the middle of the rows above a lower third, in the frame after a second. */
async function whiteShare(file: string): Promise<number> {
  const crop = ['-vf', 'crop=iw/2:ih*0.03:iw/4:ih*0.738,format=gray', '-frames:v', '1', '-f', 'rawvideo', '-']
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-ss', '1', '-i', file, ...crop], {
    encoding: 'buffer',
  })
  return stdout.filter((level) => level > 235).length / stdout.length
}

/** A person who walks to the right, with a white square that moves along at the bottom. */
function walkArgs(): string[] {
  const [, , , graph = '', ...others] = peopleArgs(5, ['160+64*t'])
  const square = "color=white:s=24x24:r=25:d=5[s];[p][s]overlay=x='148+64*t':y=10"
  const walk = `${graph.replace('[out0]', '[p]')};${square},format=yuv420p[out0]`
  return ['-f', 'lavfi', '-i', walk, ...others]
}

/** A person with a lower third that is wider than an upright window. */
async function titledVideo(name: string) {
  const third = await drawLowerThird(world.folder, 'en')
  const [format, lavfi, input, graph = '', ...others] = peopleArgs(3, ['420'])
  const titled = graph.replace('[out0]', `,scale=1280:720,${third}[out0]`)
  return upload(name, ...[format, lavfi, input, titled, ...others].map(String))
}

describe('a portrait', () => {
  it('keeps a lower third readable that is wider than the window', async () => {
    const original = await titledVideo('titled.mp4')
    const portrait = await made(original.id)
    const { shots } = await owner.call('getPortraitPath', { params: { id: portrait.id } })
    expect(shots[0]).toMatchObject({
      mode: 'hold',
      text: { x: expect.closeTo(0.04, 1), y: expect.closeTo(0.75, 1) },
    })
    const params = { id: portrait.resultId ?? '' }
    await contentWhen(owner, params.id, ({ stage, playable }) => playable && stage === null)
    await owner.call('analyzeContent', { params, body: { parts: ['text'] } })
    await eventually(async () => {
      const { texts } = await owner.call('getAnalysis', { params })
      expect(texts?.map(({ text }) => text)).toEqual(['Maria Thompson', 'Minister of Education'])
    })
  })

  it('shows what is said as captions, above a lower third', async () => {
    const original = await titledVideo('said.mp4')
    const portrait = await made(original.id, '9:16', true)
    expect(portrait).toMatchObject({ status: 'failed', reason: 'no-transcript', captions: true })
    const params = { id: portrait.id }
    const text = '1\n00:00:00,000 --> 00:00:03,000\nGood morning viewers\n'
    const subtitle = { name: 'English', languageCode: 'en', text }
    const { id: draft } = await owner.call('createSubtitle', { params: { id: original.id }, body: subtitle })
    const body = { draftsToPublish: [draft], subtitlesToDelete: [] }
    await owner.call('publishSubtitles', { params: { id: original.id }, body })
    await eventually(() => owner.call('getTranscript', { params: { id: original.id } }))
    const unfinished = `INSERT INTO analysis_parts (environment_id, content_id, part, run_id, status, progress, requested_at)
      VALUES ($1, $2, 'speech', gen_random_uuid(), 'running', 0.5, now())`
    await world.sql(unfinished, [owner.environmentId, original.id])
    await owner.call('renderPortrait', { params })
    expect(await portraitWhen(portrait.id, settled)).toMatchObject({ reason: 'no-transcript' })
    await world.sql(`DELETE FROM analysis_parts WHERE part = 'speech' AND content_id = $1`, [original.id])
    await owner.call('renderPortrait', { params })
    const { resultId } = await portraitWhen(portrait.id, ({ status }) => status === 'ready')
    const folder = join(filesOf(original.id), 'derived/portraits', portrait.id)
    const [captioned = ''] = await readdir(folder)
    const withCaptions = await whiteShare(join(folder, captioned))
    const changed = await owner.call('updatePortrait', { params, body: { captions: false } })
    expect(changed).toMatchObject({ captions: false, needsRender: true })
    // A path that was opened before can still be saved.
    await owner.call('updatePortraitPath', { params, body: { shots: [], basedOn: 1 } })
    await contentWhen(owner, resultId ?? '', ({ stage, playable }) => playable && stage === null)
    await owner.call('renderPortrait', { params })
    const plain = await eventually(async () => {
      const others = (await readdir(folder)).filter((name) => name !== captioned)
      expect(others).toHaveLength(1)
      return join(folder, others[0] ?? '')
    })
    expect(withCaptions).toBeGreaterThan(2 * (await whiteShare(plain)))
  })

  it('follows a person, and renders only what was changed', async () => {
    const original = await upload('walk.mp4', ...walkArgs())
    const portrait = await made(original.id)
    expect(portrait).toMatchObject({
      status: 'ready',
      reason: null,
      contentTitle: 'walk',
      size: { width: 640, height: 360 },
      needsRender: false,
    })
    const resultId = portrait.resultId ?? ''
    const result = await contentWhen(owner, resultId, ({ stage, playable }) => playable && stage === null)
    expect(result).toMatchObject({
      title: 'Upright',
      status: 'ready',
      category: 'Video',
      aspectRatio: '9:16',
    })
    expect(result.duration).toBeCloseTo(5, 1)
    expect(result.source.audio).not.toBeNull()
    const positions = await squareIn(join(filesOf(resultId), 'source'))
    expect(positions).toHaveLength(125)
    for (const position of positions.slice(10, 115))
      expect(Math.abs((position ?? 0) - 0.5)).toBeLessThan(0.25)

    const params = { id: portrait.id }
    const path = await owner.call('getPortraitPath', { params })
    expect(path).toMatchObject({ axis: 'x', version: 1, shots: [{ mode: 'follow', isEdited: false }] })
    expect(path.share).toBeCloseTo(0.316, 2)
    const hold = { number: 0, mode: 'hold' as const, keyframes: [{ time: 0, middle: 0.8 }], halves: null }
    const changed = await owner.call('updatePortraitPath', { params, body: { shots: [hold], basedOn: 1 } })
    expect(changed.shots[0]).toMatchObject({ ...hold, isEdited: true, suggested: { mode: 'follow' } })
    const late = await owner.try('updatePortraitPath', { params, body: { shots: [hold], basedOn: 1 } })
    expect(late).toMatchObject({ status: 409, body: { type: '/problems/changed-since' } })
    expect(await owner.call('getPortrait', { params })).toMatchObject({ status: 'ready', needsRender: true })

    await owner.call('renderPortrait', { params })
    const again = await portraitWhen(portrait.id, settled)
    expect(again).toMatchObject({ status: 'ready', needsRender: false, resultId })
    // Each render is metered for billing.
    const metered = await world.sql(
      "SELECT quantity::int AS ms FROM usage_records WHERE meter = 'portrait' AND object_id = $1",
      [resultId],
    )
    expect(metered.length).toBe(2)
    for (const { ms } of metered) expect(ms).toBeGreaterThan(1000)
    const replaced = await contentWhen(owner, resultId, ({ reencode }) => reencode === null)
    expect(replaced.playbackId).toBe(result.playbackId)
    const [stored] = await world.sql('SELECT source_id FROM contents WHERE id = $1', [resultId])
    const still = await squareIn(join(filesOf(resultId), 'sources', String(stored?.source_id)))
    expect(still[0]).toBeNull()
    expect(still[120]).not.toBeNull()
  })

  it('shows the whole frame where nobody is, in every shape', async () => {
    const { id } = await upload('nobody.mp4', ...peopleArgs(2, []))
    const portrait = await made(id, '1:1')
    expect(portrait.status).toBe('ready')
    const path = await owner.call('getPortraitPath', { params: { id: portrait.id } })
    expect(path.shots.map(({ mode }) => mode)).toEqual(['fit'])
    const result = await contentWhen(owner, portrait.resultId ?? '', ({ playable }) => playable)
    expect(result.aspectRatio).toBe('1:1')
  })

  it('is refused for audio alone', async () => {
    const { id } = await upload('sound.mp4', '-f', 'lavfi', '-i', 'sine=d=2', '-c:a', 'aac')
    const body = { name: 'Upright', shape: '9:16', contentId: id } as const
    const answer = await owner.try('createPortrait', { body })
    expect(answer).toMatchObject({ status: 409, body: { type: '/problems/no-picture' } })
  })

  it('waits for an upload or an address, of MP4 files only', async () => {
    const clip = await makeClip(join(world.folder, 'sent.mp4'), ...peopleArgs(1, []))
    const { size: fileSize } = await stat(clip)
    const create = (source: object) =>
      owner.call('createPortrait', { body: { name: 'Upright', shape: '4:5', ...source } })
    const upload = await owner.call('createUpload', { body: { fileName: 'sent.mp4', fileSize } })
    const waiting = await create({ uploadId: upload.uploadId })
    expect(waiting).toMatchObject({ status: 'waiting', contentId: upload.contentId })
    await sendParts(owner, upload, clip)
    expect(await portraitWhen(waiting.id, settled)).toMatchObject({ status: 'ready', reason: null })

    const other = await owner.call('createUpload', { body: { fileName: 'sent.mov', fileSize } })
    const body = { name: 'Upright', shape: '9:16' as const }
    for (const source of [{ uploadId: other.uploadId }, { url: 'https://example.com/film.mov' }]) {
      const answer = await owner.try('createPortrait', { body: { ...body, ...source } })
      expect(answer.status).toBe(400)
      expect(JSON.stringify(answer.body)).toContain('Upload only .mp4 files')
    }
    const bytes = await readFile(clip)
    const server = createServer((_, answer) => answer.end(bytes)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const fetched = await create({ url: `http://127.0.0.1:${port}/film.mp4` })
    expect(await portraitWhen(fetched.id, settled)).toMatchObject({
      status: 'ready',
      contentTitle: 'Upright',
    })
    server.close()

    const rights = {
      'Portrait Pro': { Portrait: { create: true, read: true } },
      Videos: { Video: { read: true } },
    }
    const member = await world.member(JSON.stringify(rights))
    const refused = await member.try('createPortrait', { body: { ...body, uploadId: upload.uploadId } })
    expect(refused.status).toBe(403)
  })

  it('fails with its video', async () => {
    const clip = join(world.folder, 'broken.mp4')
    await writeFile(clip, Buffer.alloc(5000, 'no video'))
    const upload = await owner.call('createUpload', { body: { fileName: 'broken.mp4', fileSize: 5000 } })
    const { id } = await owner.call('createPortrait', {
      body: { name: 'Upright', shape: '9:16', uploadId: upload.uploadId },
    })
    await sendParts(owner, upload, clip)
    expect(await portraitWhen(id, settled)).toMatchObject({ status: 'failed', reason: 'video-failed' })
  })

  it('is deleted with its video, and rendered again if its result was deleted', async () => {
    const gray = ['-f', 'lavfi', '-i', 'color=gray:s=320x180:r=25:d=1', ...h264]
    const { id: contentId } = await upload('gray.mp4', ...gray)
    const portrait = await made(contentId)
    const params = { id: portrait.id }
    const resultId = portrait.resultId ?? ''
    await contentWhen(owner, resultId, ({ playable }) => playable)
    await owner.call('deleteContent', { params: { id: resultId }, query: { permanently: true } })
    await portraitWhen(
      portrait.id,
      ({ status, reason }) => status === 'failed' && reason === 'result-deleted',
    )
    await owner.call('renderPortrait', { params })
    const again = await portraitWhen(portrait.id, settled)
    expect(again.status).toBe('ready')
    expect(again.resultId).not.toBe(resultId)
    await owner.call('deleteContent', { params: { id: contentId }, query: { permanently: true } })
    await eventually(async () => {
      expect(await owner.try('getPortrait', { params })).toMatchObject({ status: 404 })
    })
    // The result is a video of its own.
    await contentWhen(owner, again.resultId ?? '', ({ playable }) => playable)
  })

  it('renders only the shots that were changed', async () => {
    const video = async () => (await world.copyVideo()).id
    const id = await newPortrait({ owner, sql: world.sql, video })
    await world.sql('UPDATE portrait_shots SET end_ms = 1000 WHERE portrait_id = $1', [id])
    await world.sql(
      `INSERT INTO portrait_shots SELECT environment_id, portrait_id, 1, 1000, 2000, mode, '[[1000,0.5]]', halves, suggested
       FROM portrait_shots WHERE portrait_id = $1`,
      [id],
    )
    const rendered = async () => {
      await owner.call('renderPortrait', { params: { id } })
      const { status, contentId, resultId } = await portraitWhen(id, settled)
      expect(status).toBe('ready')
      await contentWhen(owner, resultId ?? '', ({ stage, playable, reencode }) => {
        return playable && stage === null && reencode === null
      })
      const folder = join(filesOf(contentId), 'derived/portraits', id)
      const names = (await readdir(folder)).sort()
      return Promise.all(names.map(async (name) => `${name} ${(await stat(join(folder, name))).mtimeMs}`))
    }
    const first = await rendered()
    expect(first).toHaveLength(2)
    const move = { number: 1, mode: 'fit' as const, keyframes: [{ time: 1, middle: 0.5 }], halves: null }
    await owner.call('updatePortraitPath', { params: { id }, body: { shots: [move] } })
    const second = await rendered()
    expect(second.filter((piece) => first.includes(piece))).toHaveLength(1)
    const pieces = first.filter((piece) => !second.includes(piece)).map((piece) => piece.split(' ')[0])
    const { contentId } = await owner.call('getPortrait', { params: { id } })
    const folder = join(filesOf(contentId), 'derived/portraits', id)
    await eventually(async () => expect(await readdir(folder)).not.toContain(pieces[0]))
  })

  it('leaves no pieces behind when it is deleted', async () => {
    const video = async () => (await world.copyVideo()).id
    const id = await newPortrait({ owner, sql: world.sql, video })
    await owner.call('renderPortrait', { params: { id } })
    const busy = await owner.try('renderPortrait', { params: { id } })
    expect([200, 409]).toContain(busy.status)
    const { contentId } = await portraitWhen(id, settled)
    const pieces = join(filesOf(contentId), 'derived/portraits')
    expect(existsSync(pieces)).toBe(true)
    await owner.call('deletePortrait', { params: { id } })
    await eventually(async () => expect(existsSync(join(pieces, id))).toBe(false))
  })
})
