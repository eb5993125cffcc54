// Slow: encodes sources with text tracks of each kind.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Content, Subtitle } from '@kinora/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCaptioned } from '../../../testing/captions.ts'
import { contentWhen, isSettled, replaceFile, uploadFile } from '../../../testing/client.ts'
import { h264, makeClip, pattern } from '../../../testing/clips.ts'
import { type FaultyFfmpeg, faultyFfmpeg } from '../../../testing/jobs/faulty-ffmpeg.ts'
import { retryAtOnce, skipImages } from '../../../testing/jobs/job-triggers.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let srt: string
let folder: string
let ffmpeg: FaultyFfmpeg
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-texts-'))
  ffmpeg = await faultyFfmpeg(folder)
  world = await openWorld({ env: { FFMPEG_PATH: ffmpeg.path } })
  await skipImages(world.sql)
  await retryAtOnce(world.sql)
  srt = join(world.folder, 'text.srt')
  await writeFile(
    srt,
    '1\n00:00:00,500 --> 00:00:01,250\n<i>నమస్కారం</i>\n\n2\n00:00:01,500 --> 00:00:02,000\nsecond\n',
  )
})
afterAll(async () => {
  await world.end()
  await rm(folder, { recursive: true, force: true })
})

/** The limit of 200 UTF-16 units is in the middle of the emoji. */
const longTitle = `For all ${'x'.repeat(191)}`

/** A clip of two seconds with two text tracks. */
async function clipWith(name: string, codec: string, text: string | null = null): Promise<string> {
  const said = text === null ? srt : join(world.folder, `${name}.srt`)
  if (text !== null) await writeFile(said, `1\n00:00:00,500 --> 00:00:01,250\n${text}\n`)
  return makeClip(
    join(world.folder, name),
    ...pattern(2, '320x180'),
    '-i',
    said,
    '-i',
    said,
    '-map',
    '0',
    '-map',
    '1',
    '-map',
    '2',
    '-map',
    '3',
    ...h264,
    '-c:a',
    'aac',
    '-c:s',
    codec,
    '-metadata:s:s:0',
    'language=tel',
    '-metadata:s:s:1',
    `title=${longTitle.replace(' ', '\t')}🎬`,
    '-disposition:s:1',
    'hearing_impaired',
  )
}

async function textsOf(contentId: string): Promise<Subtitle[]> {
  const { items } = await world.owner.call('listSubtitles', { params: { id: contentId } })
  return items
}

it.each([
  ['a.mp4', 'mov_text'],
  ['a.mkv', 'subrip'],
  ['b.mkv', 'ass'],
  ['c.mkv', 'webvtt'],
])('text tracks of %s (%s) become drafts', async (name, codec) => {
  const { id } = await uploadFile(world.owner, await clipWith(name, codec))
  await contentWhen(world.owner, id, isSettled)
  await eventually(async () => expect(await textsOf(id)).toHaveLength(2))
  const [first, second] = await textsOf(id)
  expect(first).toMatchObject({
    status: 'draft',
    draft: { name: 'Telugu', languageCode: 'te', closedCaptions: false, cueCount: 2 },
  })
  expect(second?.draft).toMatchObject({ languageCode: 'und', cueCount: 2 })
  // MP4 has no titles of tracks.
  expect(second?.draft?.name).toBe(name.endsWith('.mkv') ? longTitle : 'Subtitles 2')
  const { cues } = await world.owner.call('getSubtitle', { params: { id, subtitleId: first?.id ?? '' } })
  expect(cues.map(({ text }) => text)).toEqual([expect.stringContaining('నమస్కారం'), 'second'])
  // Matroska's clock starts with the audio, slightly before the first frame.
  for (const [n, startS] of [0.5, 1.5].entries())
    expect(Math.abs((cues[n]?.start ?? 0) - startS)).toBeLessThan(0.03)
  const { items } = await world.owner.call('listEvents', { query: { objectId: first?.id } })
  expect(items.map(({ type }) => type)).toEqual(['video.subtitle.created'])
})

/** Final states of the text track jobs. */
async function ends(): Promise<unknown[]> {
  const jobs = await world.sql(`SELECT state FROM pgboss.job WHERE name = 'library.texts'`)
  return jobs.map(({ state }) => state)
}

it('a video with unreadable text tracks still becomes ready', async () => {
  await ffmpeg.failOn('text-')
  const { id } = await uploadFile(world.owner, await clipWith('d.mkv', 'subrip'))
  const content = await contentWhen(world.owner, id, isSettled)
  await eventually(async () => expect(await ends()).toContain('failed'))
  await ffmpeg.repair()
  expect(content).toMatchObject({ status: 'ready', error: null })
  expect(await contentWhen(world.owner, id, isSettled)).toMatchObject({ status: 'ready', error: null })
  expect(await textsOf(id)).toEqual([])
})

it('a video that is deleted during extraction leaves nothing behind', async () => {
  await ffmpeg.failLateOn('text-')
  const { id } = await uploadFile(world.owner, await clipWith('e.mkv', 'subrip'))
  await contentWhen(world.owner, id, isSettled)
  await world.owner.call('deleteContent', { params: { id }, query: { permanently: true } })
  await eventually(async () => {
    const states = await ends()
    expect(states.filter((state) => state !== 'completed' && state !== 'failed')).toEqual([])
  })
  await ffmpeg.repair()
  expect(await world.sql('SELECT id FROM subtitles WHERE content_id = $1', [id])).toEqual([])
})

it('captions in the video stream (CEA-608) become a draft', async () => {
  const said = [
    { frame: 30, text: 'HELLO WORLD' },
    { frame: 75, text: 'SECOND LINE' },
  ]
  const clip = await makeCaptioned(join(world.folder, 'news.mp4'), 4, said, 105)
  const { id } = await uploadFile(world.owner, clip)
  await contentWhen(world.owner, id, isSettled)
  await eventually(async () => expect(await textsOf(id)).toHaveLength(1))
  const [subtitle] = await textsOf(id)
  expect(subtitle).toMatchObject({ status: 'draft', draft: { closedCaptions: true, cueCount: 2 } })
  const { cues } = await world.owner.call('getSubtitle', { params: { id, subtitleId: subtitle?.id ?? '' } })
  expect(cues.map(({ text }) => text)).toEqual(['HELLO WORLD', 'SECOND LINE'])
  for (const [n, [startS, endS]] of [
    [1, 2.5],
    [2.5, 3.5],
  ].entries()) {
    expect(Math.abs((cues[n]?.start ?? 0) - (startS ?? 0))).toBeLessThan(0.05)
    expect(Math.abs((cues[n]?.end ?? 0) - (endS ?? 0))).toBeLessThan(0.05)
  }
})

it('text tracks become drafts even if captions in the video stream cannot be read', async () => {
  const captioned = await makeCaptioned(join(world.folder, 'f.mp4'), 2, [{ frame: 30, text: 'HELLO' }], 50)
  const inputs = ['-i', captioned, '-i', srt, '-map', '0', '-map', '1']
  const clip = await makeClip(join(world.folder, 'both.mp4'), ...inputs, '-c', 'copy', '-c:s', 'mov_text')
  await ffmpeg.failOn('subcc')
  const { id } = await uploadFile(world.owner, clip)
  await contentWhen(world.owner, id, isSettled)
  await eventually(async () => expect(await textsOf(id)).toHaveLength(1))
  await ffmpeg.repair()
  await eventually(async () => expect(await textsOf(id)).toHaveLength(2))
  const drafts = (await textsOf(id)).map(({ draft }) => draft?.closedCaptions)
  expect(drafts.toSorted()).toEqual([false, true])
})

const isReplaced = (name: string) => (content: Content) =>
  content.reencode === null && content.source.fileName === name

/** First cue of each subtitle, and whether viewers see it. */
async function firstCues(id: string): Promise<string[]> {
  const said = await Promise.all(
    (await textsOf(id)).map(async ({ id: subtitleId, status }) => {
      const { cues } = await world.owner.call('getSubtitle', { params: { id, subtitleId } })
      return `${status}: ${cues[0]?.text}`
    }),
  )
  return said.toSorted()
}

it('text tracks of a new source become drafts; edited drafts stay', async () => {
  const { id } = await uploadFile(world.owner, await clipWith('first.mp4', 'mov_text'))
  const params = { id }
  await contentWhen(world.owner, id, isSettled)
  await eventually(async () => expect(await textsOf(id)).toHaveLength(2))
  const [kept, untouched] = await textsOf(id)
  await world.owner.call('publishSubtitles', { params, body: { draftsToPublish: [kept?.id ?? ''] } })
  await world.owner.call('createSubtitle', {
    params,
    body: { name: 'By hand', languageCode: 'en', text: '1\n00:00:00,000 --> 00:00:01,000\nby hand' },
  })
  const second = await clipWith('second.mkv', 'subrip', 'second file')
  await replaceFile(world.owner, id, second)
  await contentWhen(world.owner, id, isReplaced('second.mkv'))
  const after = ['draft: by hand', 'draft: second file', 'draft: second file', 'published: <i>నమస్కారం</i>']
  await eventually(async () => expect(await firstCues(id)).toEqual(after))
  const { items } = await world.owner.call('listEvents', { query: { objectId: untouched?.id } })
  expect(items.map(({ type }) => type)).toEqual(['video.subtitle.deleted', 'video.subtitle.created'])

  // A file without text tracks deletes nothing, and edited drafts are kept.
  const silent = await makeClip(join(world.folder, 'silent.mp4'), ...pattern(2, '320x180'), ...h264)
  await replaceFile(world.owner, id, silent)
  await contentWhen(world.owner, id, isReplaced('silent.mp4'))
  expect(await firstCues(id)).toEqual(after)
  const [draft] = (await textsOf(id)).filter((each) => each.draft?.languageCode === 'te' && !each.published)
  const named = { params: { id, subtitleId: draft?.id ?? '' }, body: { name: 'Telugu, checked' } }
  await world.owner.call('updateSubtitle', named)
  const said = [{ frame: 30, text: 'THIRD FILE' }]
  const third = await makeCaptioned(join(world.folder, 'third.mp4'), 2, said, 50)
  await replaceFile(world.owner, id, third)
  await eventually(async () =>
    expect(await firstCues(id)).toEqual([
      'draft: THIRD FILE',
      'draft: by hand',
      'draft: second file',
      'published: <i>నమస్కారం</i>',
    ]),
  )
})

it('text of a source that was replaced meanwhile is discarded', async () => {
  await ffmpeg.holdOn('text-')
  const { id } = await uploadFile(world.owner, await clipWith('old.mp4', 'mov_text'))
  await contentWhen(world.owner, id, isSettled)
  const second = await clipWith('new.mkv', 'subrip', 'second file')
  await replaceFile(world.owner, id, second)
  await contentWhen(world.owner, id, isReplaced('new.mkv'))
  expect(await textsOf(id)).toEqual([])
  await ffmpeg.repair()
  await eventually(async () => {
    expect(await firstCues(id)).toEqual(['draft: second file', 'draft: second file'])
    expect((await ends()).filter((state) => state === 'created' || state === 'active')).toEqual([])
  })
  expect(await textsOf(id)).toHaveLength(2)
})
