// Slow: cuts clips from each kind of source and compares every frame.
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, contentWhen, isSettled, uploadFile } from '../../../testing/client.ts'
import { makeClip, pattern, vp9 } from '../../../testing/clips.ts'
import { skipImages } from '../../../testing/jobs/job-triggers.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const run = promisify(execFile)

let world: World
let owner: Client

beforeAll(async () => {
  world = await openWorld()
  owner = world.owner
  await skipImages(world.sql)
})
afterAll(() => world.end())

const sourceOf = (id: string) => join(world.kinora.dataDir, 'storage/objects/contents', id, 'source')

async function upload(name: string, ...args: string[]) {
  const { id } = await uploadFile(owner, await makeClip(join(world.folder, name), ...args))
  return contentWhen(owner, id, ({ playable }) => playable)
}

async function clipOf(id: string, startTime: string | number, endTime?: string | number) {
  const made = await owner.call('createClip', {
    params: { id },
    body: { startTime, ...(endTime !== undefined && { endTime }) },
  })
  return contentWhen(owner, made.id, isSettled)
}

/** Similarity of each clip frame to the source, from frame `first` on, in decibels; Infinity if equal. */
async function similarity(clipId: string, sourceId: string, first: number): Promise<number[]> {
  const graph =
    `[0:v]settb=1/1000,setpts=N[clip];` +
    `[1:v]trim=start_frame=${first},settb=1/1000,setpts=N[source];[clip][source]psnr=stats_file=-:eof_action=endall`
  const inputs = ['-i', sourceOf(clipId), '-i', sourceOf(sourceId)]
  const { stdout } = await run('ffmpeg', ['-v', 'error', ...inputs, '-lavfi', graph, '-f', 'null', '-'])
  return [...stdout.matchAll(/psnr_avg:(\S+)/g)].map(([, value]) =>
    value === 'inf' ? Number.POSITIVE_INFINITY : Number(value),
  )
}

async function streamsOf(
  id: string,
): Promise<{ codec_type: string; start_time: string; duration: string }[]> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', sourceOf(id)])
  return JSON.parse(stdout).streams
}

const taken = (frames: number[]) => frames.filter((value) => value === Number.POSITIVE_INFINITY).length

describe('a clip', () => {
  const encoded = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  const cases: [string, string, string[], [number | string, number | string | undefined], number[]][] = [
    // first frame, number of frames, number of copied frames
    [
      'of B-frames that lean on B-frames',
      'pyramid.mp4',
      [...pattern(8, '320x180', 30), ...encoded, '-g', '60', '-bf', '3'],
      [1.5, 6.5],
      [45, 150, 120],
    ],
    [
      'of plain B-frames',
      'plain.mp4',
      [...pattern(6, '320x180'), ...encoded, '-g', '50', '-bf', '1'],
      ['00:00:00.400', '00:00:05.200'],
      [10, 120, 50],
    ],
    [
      'without B-frames, at a broken rate',
      'ntsc.mp4',
      ['-r', '30000/1001', ...pattern(6, '320x180', 29.97), ...encoded, '-g', '60', '-bf', '0'],
      [1.001, undefined],
      [30, 150, 120],
    ],
    [
      'between two keyframes',
      'short.mp4',
      [...pattern(4, '320x180'), ...encoded, '-g', '50'],
      [0.2, 1.2],
      [5, 25, 0],
    ],
    ['of VP9', 'vp9.webm', [...pattern(3, '320x180'), ...vp9], [1, 2], [25, 25, 0]],
  ]

  it.each(cases)('%s has exactly the requested frames', async (_what, name, args, [from, until], counts) => {
    const [first = 0, count = 0, copied = 0] = counts
    const source = await upload(name, ...args)
    const clip = await clipOf(source.id, from, until)
    expect(clip).toMatchObject({
      status: 'ready',
      playbackPolicy: 'public',
      clipOf: { contentId: source.id },
    })
    const frames = await similarity(clip.id, source.id, first)
    expect(frames).toHaveLength(count)
    expect(Math.min(...frames)).toBeGreaterThan(34)
    expect(taken(frames)).toBeGreaterThanOrEqual(copied)
    if (copied === 0) expect(taken(frames)).toBeLessThan(count)
    const ends = (await streamsOf(clip.id)).map(({ start_time, duration }) => [
      Math.abs(Number(start_time)),
      Number(duration),
    ])
    for (const [startS = 1, durationS = 0] of ends) {
      expect(startS).toBeLessThan(0.04)
      expect(Math.abs(durationS - (clip.duration ?? 0))).toBeLessThan(0.06)
    }
  })

  it('can be cut from a clip and from audio alone', async () => {
    const source = await upload('long.mp4', ...pattern(9, '320x180'), ...encoded, '-g', '25')
    const once = await clipOf(source.id, 0.6, 8.4)
    const twice = await clipOf(once.id, 0.2, 7.2)
    const frames = await similarity(twice.id, source.id, 20)
    expect(frames).toHaveLength(175)
    expect(Math.min(...frames)).toBeGreaterThan(34)
    expect(taken(frames)).toBeGreaterThanOrEqual(150)
    expect(twice.renditions.find(({ isOriginal, type }) => isOriginal && type === 'video')).toBeDefined()

    const audioFile = await upload('sound.mp4', '-f', 'lavfi', '-i', 'sine=d=4', '-c:a', 'aac')
    const part = await clipOf(audioFile.id, 1, 2.5)
    expect(part.duration).toBeCloseTo(1.5, 1)
  })

  it('names its origin, is listed there, and outlives it', async () => {
    const source = await world.copyVideo({ title: 'origin' })
    await owner.call('updateContent', { params: { id: source.id }, body: { playbackPolicy: 'signed' } })
    const clip = await clipOf(source.id, 0.5, '00:00:02')
    expect(clip).toMatchObject({
      title: 'origin (00:00:00.500–00:00:02)',
      playbackPolicy: 'signed',
      clipOf: { contentId: source.id, startTime: 0.5, endTime: 2 },
    })
    const listed = await owner.call('listClips', { params: { id: source.id } })
    expect(listed).toMatchObject({ items: [{ id: clip.id }], totalItems: 1 })
    await owner.call('deleteContent', { params: { id: source.id }, query: { permanently: true } })
    const left = await owner.call('getContent', { params: { id: clip.id } })
    expect(left).toMatchObject({ playable: true, clipOf: { contentId: source.id } })
  })

  it('has the published subtitles of its span, unchanged', async () => {
    const source = await world.copyVideo()
    const params = { id: source.id }
    const style = 'STYLE\n::cue(b) { color: red }'
    const make = async (name: string, languageCode: string, cues: string, closedCaptions = false) => {
      const text = `WEBVTT\n\n${style}\n\n${cues}`
      return (
        await owner.call('createSubtitle', { params, body: { name, languageCode, closedCaptions, text } })
      ).id
    }
    const hindi = await make(
      'हिन्दी',
      'hi',
      '00:00.000 --> 00:00.700 line:0 align:left\n<b>before and into</b>\n\n00:01.000 --> 00:01.500\nमैच\n\n00:01.700 --> 00:02.000\nafter',
      true,
    )
    const late = await make('English', 'en', '00:01.700 --> 00:02.000\nlate')
    await make('Draft', 'te', '00:01.000 --> 00:02.000\nnobody reads this yet')
    const both = { draftsToPublish: [hindi, late], subtitlesToDelete: [] }
    await owner.call('publishSubtitles', { params, body: both })
    await owner.call('updateSubtitle', {
      params: { ...params, subtitleId: hindi },
      body: { cues: [{ start: 1, end: 2, text: 'only a draft' }] },
    })

    const clip = await clipOf(source.id, 0.5, 1.6)
    const { items } = await owner.call('listSubtitles', { params: { id: clip.id } })
    const published = { name: 'हिन्दी', languageCode: 'hi', closedCaptions: true, cueCount: 2 }
    expect(items).toMatchObject([{ status: 'published', draft: null, published }])
    const { cues } = await owner.call('getSubtitle', {
      params: { id: clip.id, subtitleId: items[0]?.id ?? '' },
      query: {},
    })
    expect(cues).toMatchObject([
      { start: 0, end: 0.2, text: '<b>before and into</b>', settings: { line: '0', align: 'left' } },
      { start: 0.5, end: 1, text: 'मैच' },
    ])
    const playlist = await (await fetch(`${world.kinora.url}/play/${clip.playbackId}.m3u8`)).text()
    expect(playlist).toMatch(/TYPE=SUBTITLES.*NAME="हिन्दी"/)
    const found = await owner.call('listContents', { query: { phrase: 'मैच' } })
    expect(found.items.map(({ id }) => id)).toContain(clip.id)

    // Cut again after its file was lost: existing subtitles are not copied again.
    await rm(sourceOf(clip.id))
    const none = await clipOf(clip.id, 0.2)
    expect(none).toMatchObject({ status: 'failed', error: { id: 'source-missing' } })
    expect((await owner.call('listSubtitles', { params: { id: none.id } })).items).toEqual([])
    await world.sql("UPDATE contents SET status = 'failed' WHERE id = $1", [clip.id])
    await owner.call('retryContent', { params: { id: clip.id } })
    expect(await contentWhen(owner, clip.id, isSettled)).toMatchObject({ status: 'ready' })
    expect((await owner.call('listSubtitles', { params: { id: clip.id } })).items).toMatchObject([
      { id: items[0]?.id, status: 'published' },
    ])
  })

  it("fails with a reason if the origin's file is missing", async () => {
    const source = await world.copyVideo()
    await rm(sourceOf(source.id))
    const clip = await clipOf(source.id, 0.5)
    expect(clip).toMatchObject({ status: 'failed', error: { id: 'source-missing' } })
  })

  it('refuses times outside the video', async () => {
    const source = await world.copyVideo()
    const wrong: [object, string, string][] = [
      [{ startTime: '1:2' }, 'body.startTime', 'Please enter hh:mm:ss format'],
      [{ startTime: 1, endTime: 1 }, 'body.endTime', 'The end must be after the start'],
      [{ startTime: -1 }, 'body.startTime', 'Please enter hh:mm:ss format'],
    ]
    const beyond: typeof wrong = [
      [{ startTime: '00:00:02' }, 'body.startTime', 'Please enter the time less than length of the video'],
      [{ startTime: 0, endTime: 2.2 }, 'body.endTime', 'Please enter the time less than length of the video'],
    ]
    const path = `/video/api/v1/contents/${source.id}/clips`
    for (const [body, field, message] of wrong) {
      const answer = await owner.send('POST', path, { body })
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: field, message }] } })
    }
    for (const [body, field, message] of beyond) {
      const answer = await owner.send('POST', path, { body })
      const expected = { type: '/problems/time-beyond-end', errors: [{ path: field, message }] }
      expect(answer).toMatchObject({ status: 422, body: expected })
    }
  })
})
