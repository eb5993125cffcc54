// Slow: encodes a clip in each aspect ratio and reads every frame.
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  type AnswerOf,
  type CallOf,
  type EncodingProfile,
  type RequestOf,
  standardProfileId,
} from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { png } from '../../../platform/ffmpeg/test-pictures.ts'
import { type Client, contentWhen, newOwner, uploadFile } from '../../../testing/client.ts'
import { h264, makeClip, pattern } from '../../../testing/clips.ts'
import { skipImages } from '../../../testing/jobs/job-triggers.ts'
import type { TestKinora } from '../../../testing/kinora.ts'
import { encodeSmall } from '../../../testing/profiles.ts'
import { copyReadyVideo } from '../../../testing/ready-video.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const run = promisify(execFile)

type Asked = RequestOf<CallOf<'createSocialClip'>>['body']
type Made = AnswerOf<CallOf<'createSocialClip'>>

let world: World
let kinora: TestKinora
let owner: Client
let folder: string
/** Green, red and blue side by side, three seconds of 25 frames, with a tone. */
let thirds: Made
let small: EncodingProfile

beforeAll(async () => {
  world = await openWorld()
  ;({ kinora, owner, folder } = world)
  await skipImages(world.sql)
  // Most tests read the rendered file, so its renditions may be small. A clip has the profile of its source.
  small = await encodeSmall(owner)
  const third = (color: string) => ['-f', 'lavfi', '-i', `color=${color}:s=214x360:r=25:d=3`]
  const beside = ['-filter_complex', '[0][1][2]hstack=3', '-map', '3:a']
  thirds = await upload(
    'thirds.mp4',
    ...third('lime'),
    ...third('red'),
    ...third('blue'),
    '-f',
    'lavfi',
    '-i',
    'sine=d=3',
    ...beside,
    ...h264,
    '-c:a',
    'aac',
  )
})
afterAll(() => world.end())

const sourceOf = (id: string) => join(kinora.dataDir, 'storage/objects/contents', id, 'source')

async function upload(name: string, ...args: string[]) {
  const { id } = await uploadFile(owner, await makeClip(join(folder, name), ...args))
  return contentWhen(owner, id, ({ status }) => status !== 'processing')
}

/** Creates a social clip and waits until it is rendered or has failed. It may not be playable yet. */
async function social(given: Partial<Asked>): Promise<Made> {
  const { id } = await owner.call('createSocialClip', { body: bodyOf(given) })
  return contentWhen(owner, id, ({ status, source }) => status === 'failed' || source.fileName !== null)
}

function playable({ id }: Made): Promise<Made> {
  return contentWhen(owner, id, ({ status }) => status !== 'processing')
}

function bodyOf(given: Partial<Asked>): Asked {
  return { contentId: thirds.id, startTime: 0, endTime: 0.4, aspectRatio: '9:16', ...given }
}

interface Picture {
  readonly width: number
  readonly height: number
  /** Pure color at a position, relative to the size of the frame. */
  at(x: number, y: number): string
  /** Number of nearly white pixels in these rows. */
  white(fromY: number, toY: number): number
  /** Number of nearly white pixels in this share at the left and right edges. */
  whiteBeside(share: number): number
}

async function frameOf(made: Made, frame: number): Promise<Picture> {
  const [picture] = await picturesOf(made, ['-vf', `select=eq(n\\,${frame})`, '-frames:v', '1'])
  if (picture === undefined) throw new Error(`there is no frame ${frame}`)
  return picture
}

/** All frames of a clip. */
const framesOf = (made: Made) => picturesOf(made, ['-fps_mode', 'passthrough'])

async function picturesOf({ id }: Made, chosen: string[]): Promise<Picture[]> {
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-i', sourceOf(id), ...chosen, '-f', 'image2pipe', '-c:v', 'ppm', '-'],
    { encoding: 'buffer', maxBuffer: 256 * 1024 ** 2 },
  )
  const [header = '', ...shape] = /^P6\n(\d+) (\d+)\n255\n/.exec(stdout.toString('latin1', 0, 30)) ?? []
  const [width = 0, height = 0] = shape.map(Number)
  const size = header.length + width * height * 3
  return Array.from({ length: stdout.length / size }, (_, n) =>
    pictureOf(stdout.subarray(n * size + header.length, (n + 1) * size), width, height),
  )
}

function pictureOf(pixels: Buffer, width: number, height: number): Picture {
  const isWhite = (n: number) => Math.min(pixels[n] ?? 0, pixels[n + 1] ?? 0, pixels[n + 2] ?? 0) > 200
  const count = (from: number, to: number, counts: (column: number) => boolean) => {
    let found = 0
    for (let n = from; n < to; n++) if (counts(n % width) && isWhite(n * 3)) found += 1
    return found
  }
  return {
    width,
    height,
    at(x, y) {
      const offset = (Math.floor(y * height) * width + Math.floor(x * width)) * 3
      const levels = [...pixels.subarray(offset, offset + 3)].map((value) => (value > 127 ? 1 : 0))
      return names[levels.join('')] ?? levels.join('')
    },
    white: (fromY, toY) =>
      count(Math.floor(fromY * height) * width, Math.floor(toY * height) * width, () => true),
    whiteBeside: (share) =>
      count(0, width * height, (column) => column < share * width || column >= (1 - share) * width),
  }
}

const names: Record<string, string> = {
  '000': 'black',
  '100': 'red',
  '010': 'green',
  '001': 'blue',
  '110': 'yellow',
}

describe('a social clip', () => {
  it('crops, pads with a color, or puts the frame on a blurred copy', async () => {
    const crop = await frameOf(await social({ fit: 'crop' }), 0)
    expect([crop.at(0.02, 0.5), crop.at(0.98, 0.5), crop.at(0.5, 0.02)]).toEqual(['red', 'red', 'red'])
    const pad = await frameOf(await social({ fit: 'pad', color: '#FFFF00' }), 0)
    expect([pad.at(0.02, 0.5), pad.at(0.98, 0.5), pad.at(0.5, 0.02)]).toEqual(['green', 'blue', 'yellow'])
    const made = await social({ fit: 'blur' })
    expect(await playable(made)).toMatchObject({
      category: 'SocialClip',
      aspectRatio: '9:16',
      clipOf: { contentId: thirds.id },
    })
    const blur = await frameOf(made, 0)
    expect([blur.at(0.02, 0.5), blur.at(0.98, 0.5), blur.at(0.5, 0.02)]).toEqual(['green', 'blue', 'red'])
    for (const { width, height } of [crop, pad, blur]) expect(width / height).toBeCloseTo(9 / 16, 2)
    expect(pad.width).toBeGreaterThanOrEqual(540)
  })

  it('has exactly the requested frames in every shape', async () => {
    await owner.call('makeDefaultEncodingProfile', { params: { id: standardProfileId } })
    const source = await upload('rate.mp4', ...pattern(3, '320x180'), ...h264, '-c:a', 'aac')
    await owner.call('makeDefaultEncodingProfile', { params: { id: small.id } })
    const whole = await social({
      contentId: source.id,
      aspectRatio: '16:9',
      startTime: 0.52,
      endTime: '00:00:01.52',
    })
    const graph =
      '[0:v]scale=320:180,settb=1/1000,setpts=N[clip];' +
      '[1:v]trim=start_frame=13,settb=1/1000,setpts=N[source];[clip][source]psnr=stats_file=-:eof_action=endall'
    const inputs = ['-i', sourceOf(whole.id), '-i', sourceOf(source.id)]
    const { stdout } = await run('ffmpeg', ['-v', 'error', ...inputs, '-lavfi', graph, '-f', 'null', '-'])
    const similarity = [...stdout.matchAll(/psnr_avg:(\S+)/g)].map(([, value]) => Number(value))
    expect(similarity).toHaveLength(25)
    expect(Math.min(...similarity)).toBeGreaterThan(28)
    for (const aspectRatio of ['1:1', '4:5'] as const) {
      const made = await playable(
        await social({ contentId: source.id, aspectRatio, startTime: 2.5, endTime: 2.9 }),
      )
      const encodingProfile = { id: standardProfileId }
      expect(made).toMatchObject({ status: 'ready', aspectRatio, encodingProfile })
      expect(made.duration).toBeCloseTo(0.4, 1)
      expect(made.source.audio).not.toBeNull()
    }
  })

  it('shows captions at their times and the headline throughout, with the exact text', async () => {
    const { id: contentId } = thirds
    const made = await owner.call('createSubtitle', {
      params: { id: contentId },
      body: { name: 'English', languageCode: 'en', closedCaptions: false },
    })
    const cues = [{ start: 1, end: 1.6, text: "{\\alpha&HFF&}it's: \\N %{pts}", settings: {} }]
    const params = { id: contentId, subtitleId: made.id }
    await owner.call('updateSubtitle', { params, body: { cues } })
    const clip = await social({
      startTime: 0.8,
      endTime: 2,
      fit: 'pad',
      captions: made.id,
      headline: '{\\alpha&HFF&\\pos(-99,-99)}هدف नमस्ते',
    })
    const seen = await framesOf(clip)
    const captions = seen.map((picture) => picture.white(0.7, 1) > 200)
    expect(captions).toEqual(seen.map((_, n) => n >= 5 && n < 20))
    expect(seen.map((picture) => picture.white(0, 0.3) > 200)).toEqual(seen.map(() => true))
    expect(seen).toHaveLength(30)
  })

  it('changes captions in time in a video with few frames, and shows the frame before its start', async () => {
    // Red, and blue from 1 s on; new frames only every second, or after 1, 3 and 3.2 s.
    const slides = (rate: number) => [
      '-f',
      'lavfi',
      '-i',
      `color=blue:s=160x90:r=${rate}:d=4,drawbox=color=red:t=fill:enable=lt(t\\,1)`,
    ]
    const steady = await upload('slides.mp4', ...slides(1), ...h264)
    const uneven = await upload(
      'uneven.mkv',
      ...slides(25),
      '-vf',
      "select='eq(n,0)+eq(n,25)+eq(n,75)+eq(n,80)'",
      '-fps_mode',
      'vfr',
      ...h264,
    )
    for (const { id: contentId } of [steady, uneven]) {
      const made = await owner.call('createSubtitle', {
        params: { id: contentId },
        body: { name: 'English', languageCode: 'en', closedCaptions: false },
      })
      const cues = [{ start: 1.3, end: 1.7, text: 'Between two pictures', settings: {} }]
      await owner.call('updateSubtitle', { params: { id: contentId, subtitleId: made.id }, body: { cues } })
      const clip = await social({ contentId, startTime: 0.5, endTime: 2.5, captions: made.id })
      const seen = await framesOf(clip)
      const rate = seen.length / 2
      expect(rate).toBeGreaterThan(23.5)
      const first = (is: (picture: Picture) => boolean, from = 0) =>
        seen.findIndex((picture, n) => n >= from && is(picture)) / rate
      const isShown = (picture: Picture) => picture.white(0.7, 1) > 200
      const shownAt = first(isShown)
      expect(shownAt).toBeCloseTo(0.8, 1)
      expect(first((picture) => !isShown(picture), shownAt * rate)).toBeCloseTo(1.2, 1)
      expect(seen[0]?.at(0.5, 0.2)).toBe('red')
      expect(first((picture) => picture.at(0.5, 0.2) === 'blue')).toBeCloseTo(0.5, 1)
      // A span without a frame of its own.
      const still = await social({ contentId, startTime: 1.2, endTime: 1.6 })
      const pictures = await framesOf(still)
      expect(pictures.length).toBeGreaterThanOrEqual(9)
      expect(pictures.map((picture) => picture.at(0.5, 0.5))).toEqual(pictures.map(() => 'blue'))
    }
  })

  it('breaks words that are wider than the frame', async () => {
    const headline = `#${'WIDEST'.repeat(10)}`
    const picture = await frameOf(await social({ fit: 'pad', headline }), 0)
    expect(picture.white(0, 0.5)).toBeGreaterThan(2000)
    expect(picture.whiteBeside(0.03)).toBe(0)
  })

  it('has a re-rendered logo in its corner', async () => {
    const logo = { fileName: 'logo.png', file: png(200, 100, [255, 255, 0, 255]).toString('base64') }
    const clip = await social({ fit: 'pad', logo: { ...logo, corner: 'bottom-left', size: 40 } })
    const picture = await frameOf(clip, 3)
    expect([picture.at(0.1, 0.95), picture.at(0.42, 0.95), picture.at(0.6, 0.95)]).toEqual([
      'yellow',
      'yellow',
      'black',
    ])
    const wrong = { ...logo, file: Buffer.from('<svg/>').toString('base64') }
    const answer = await owner.try('createSocialClip', { body: bodyOf({ logo: wrong }) })
    expect(answer).toMatchObject({ status: 422, body: { type: '/problems/image-unreadable' } })
  })

  it('is silent if its source is, and is refused for audio alone', async () => {
    const silent = await upload('silent.mp4', '-f', 'lavfi', '-i', 'testsrc2=s=320x180:d=1', ...h264)
    expect(await playable(await social({ contentId: silent.id }))).toMatchObject({
      status: 'ready',
      source: { audio: null },
    })
    const audioFile = await upload('sound.mp4', '-f', 'lavfi', '-i', 'sine=d=2', '-c:a', 'aac')
    const answer = await owner.try('createSocialClip', { body: bodyOf({ contentId: audioFile.id }) })
    expect(answer).toMatchObject({ status: 409, body: { type: '/problems/no-picture' } })
  })

  it('has a list of its own', async () => {
    const client = await newOwner(kinora.url)
    const { content } = world
    const id = await copyReadyVideo({ ...kinora, contentId: content.id }, client.environmentId ?? '')
    const one = await client.call('createSocialClip', { body: bodyOf({ contentId: id, name: 'Upright' }) })
    const listed = async (query: NonNullable<RequestOf<CallOf<'listContents'>>['query']>) => {
      const { items, totalItems } = await client.call('listContents', { query })
      return [items.map((item) => item.id), totalItems]
    }
    expect(await listed({ category: 'SocialClip' })).toEqual([[one.id], 1])
    expect(await listed({ category: 'Video' })).toEqual([[id], 1])
    expect(await listed({ category: 'Video', phrase: 'upright' })).toEqual([[], 0])
    expect(await listed({})).toEqual([[one.id, id], 2])
    await client.call('deleteContent', { params: { id: one.id } })
    expect(await listed({ category: 'SocialClip' })).toEqual([[], 0])
    expect(await listed({ category: 'SocialClip', trashed: true })).toEqual([[one.id], 1])
    expect(await listed({ category: 'Video' })).toEqual([[id], 1])
    await client.call('deleteContent', { params: { id } })
    const refused = await client.try('createSocialClip', { body: bodyOf({ contentId: id }) })
    expect(refused).toMatchObject({ status: 409, body: { type: '/problems/in-trash' } })
  })

  it('fails with a reason if no font has its letters or its source is missing', async () => {
    // A letter of a Unicode block that fonts do not have.
    const lost = await social({ headline: 'Goal \u{31350}' })
    expect(lost).toMatchObject({ status: 'failed', error: { id: 'text-without-font', retryable: true } })
    await owner.call('retryContent', { params: { id: lost.id } })
    const again = await contentWhen(owner, lost.id, ({ status }) => status !== 'processing')
    expect(again).toMatchObject({ status: 'failed', error: { id: 'text-without-font' } })
    const brief = await world.copyVideo()
    await rm(sourceOf(brief.id))
    expect(await social({ contentId: brief.id })).toMatchObject({
      status: 'failed',
      error: { id: 'source-missing' },
    })
  })

  it('refuses times outside the video, and videos of others', async () => {
    const long = await upload('long.mp4', '-f', 'lavfi', '-i', 'color=s=64x64:r=1:d=620', ...h264)
    const wrong: [Partial<Asked>, string, string][] = [
      [{ startTime: '1:2' }, 'body.startTime', 'Please enter hh:mm:ss format'],
      [{ startTime: 1, endTime: 1 }, 'body.endTime', 'The end must be after the start'],
      [{ contentId: long.id, endTime: 601 }, 'body.endTime', 'A social clip can be at most 10 minutes long'],
      [{ headline: 'x'.repeat(81) }, 'body.headline', 'Enter at most 80 characters'],
      [{ color: 'red' }, 'body.color', 'Enter a color such as #1a2b3c'],
    ]
    for (const [given, path, message] of wrong) {
      const answer = await owner.try('createSocialClip', { body: bodyOf(given) })
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path, message }] } })
    }
    for (const [given, field] of [
      [{ startTime: 3 }, 'startTime'],
      [{ endTime: 3.2 }, 'endTime'],
    ] as const) {
      const message = 'Please enter the time less than length of the video'
      const expected = { type: '/problems/time-beyond-end', errors: [{ path: `body.${field}`, message }] }
      const answer = await owner.try('createSocialClip', { body: bodyOf(given) })
      expect(answer).toMatchObject({ status: 422, body: expected })
    }
    const stranger = await newOwner(kinora.url)
    expect((await stranger.try('createSocialClip', { body: bodyOf({}) })).status).toBe(404)
    const other = await owner.call('createSubtitle', {
      params: { id: long.id },
      body: { name: 'English', languageCode: 'en', closedCaptions: false },
    })
    expect((await owner.try('createSocialClip', { body: bodyOf({ captions: other.id }) })).status).toBe(404)
  })
})
