import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Content } from '@kinora/contract'
import { parseFragments, parseInit, parseSubtitles } from '@kinora/media'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, contentWhen, isSettled, uploadFile } from '../../../testing/client.ts'
import { h264, makeClip, pattern } from '../../../testing/clips.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const run = promisify(execFile)

let world: World
let owner: Client
let content: Content
beforeAll(async () => {
  world = await openWorld()
  owner = world.owner
  const clip = await makeClip(
    join(world.folder, 'long.mp4'),
    ...pattern(14, '320x180'),
    ...h264,
    '-c:a',
    'aac',
  )
  const { id } = await uploadFile(owner, clip)
  content = await contentWhen(owner, id, isSettled)
})
afterAll(() => world.end())

const text = async (url: string) => (await fetch(url)).text()
const status = async (url: string) => (await fetch(url)).status
const multivariant = () => text(content.urls.hls)

/** URLs of the subtitle playlists, by name. */
async function subtitleUrls(playlist: Promise<string> = multivariant()): Promise<Record<string, string>> {
  const found = [...(await playlist).matchAll(/TYPE=SUBTITLES,.*NAME="([^"]*)".*URI="([^"]*)"/g)]
  return Object.fromEntries(found.map(([, name, uri]) => [name, new URL(uri ?? '', content.urls.hls).href]))
}

async function getSegments(url: string): Promise<{ url: string; durationS: string }[]> {
  const found = [...(await text(url)).matchAll(/#EXTINF:([\d.]+),\n(.*)/g)]
  return found.map(([, durationS = '', uri = '']) => ({ url: new URL(uri, url).href, durationS }))
}

async function videoUrl(): Promise<string> {
  const line = (await multivariant()).split('\n').find((each) => each !== '' && !each.startsWith('#'))
  return new URL(line ?? '', content.urls.hls).href
}

async function published(
  name: string,
  languageCode: string,
  cues: string,
  closedCaptions = false,
): Promise<string> {
  const made = await owner.call('createSubtitle', {
    params: { id: content.id },
    body: { name, languageCode, closedCaptions, text: `WEBVTT\n\n${cues}` },
  })
  await publish(made.id, name)
  return made.id
}

async function publish(subtitleId: string, name: string): Promise<void> {
  const before = (await subtitleUrls())[name]
  const body = { draftsToPublish: [subtitleId] }
  await owner.call('publishSubtitles', { params: { id: content.id }, body })
  await eventually(async () => expect((await subtitleUrls())[name]).not.toBe(before))
}

const cues = [
  '00:00.500 --> 00:01.500\nfirst',
  '00:03.000 --> 00:05.000 line:0\nover a border',
  '00:12.500 --> 00:13.500\n&lt;script&gt;alert(1)&lt;/script&gt;',
].join('\n\n')

describe('published subtitles', () => {
  let subtitleId: string
  let url: string
  beforeAll(async () => {
    subtitleId = await published('English', 'eng', cues, true)
    url = (await subtitleUrls()).English ?? ''
  })

  it('are renditions of the video, cut at its segments', async () => {
    expect(await multivariant()).toContain('LANGUAGE="en"')
    expect(await multivariant()).toContain('CHARACTERISTICS="public.accessibility')
    expect(await multivariant()).toMatch(/#EXT-X-STREAM-INF:.*SUBTITLES="subtitles"/)
    const [mine, theirs] = [await getSegments(url), await getSegments(await videoUrl())]
    expect(mine.length).toBeGreaterThan(2)
    expect(mine.map(({ durationS }) => durationS)).toEqual(theirs.map(({ durationS }) => durationS))
    expect(await text(url)).toContain('#EXT-X-ENDLIST')
  })

  it('have each cue in every segment that shows it, with its time, and in no other', async () => {
    const segments = await getSegments(url)
    let startS = 0
    for (const [n, segment] of segments.entries()) {
      const answer = await fetch(segment.url)
      expect(answer.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
      expect(answer.headers.get('cache-control')).toContain('immutable')
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      const { track, faults } = parseSubtitles(await answer.text(), 'vtt')
      const endS = startS + Number(segment.durationS)
      const isLast = n === segments.length - 1
      const shown = [
        [0.5, 1.5],
        [3, 5],
        [12.5, 13.5],
      ].filter(([from = 0, to = 0]) => (from < endS || isLast) && to > startS)
      expect([n, track.cues.map(({ start, end }) => [start, end])]).toEqual([n, shown])
      expect(faults).toEqual([])
      startS = endS
    }
  })

  it('use the time of the video’s segments', async () => {
    const video = await videoUrl()
    const init = new URL(/URI="([^"]+)"/.exec(await text(video))?.[1] ?? '', video).href
    const [first] = await getSegments(video)
    const [head, body] = await Promise.all(
      [init, first?.url ?? ''].map(async (each) => new Uint8Array(await (await fetch(each)).arrayBuffer())),
    )
    const [fragment] = parseFragments(body ?? new Uint8Array(), parseInit(head ?? new Uint8Array()))
    expect(fragment).toMatchObject({ baseDecodeTime: 0, firstPresentationTime: 0 })
    const [segment] = await getSegments(url)
    expect(await text(segment?.url ?? '')).toContain('X-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000')
  })

  it('are read by ffmpeg, which plays the video as before, with hostile text escaped', async () => {
    const streams = ['-show_entries', 'stream=codec_type', '-of', 'csv=p=0']
    const { stdout: types } = await run('ffprobe', ['-v', 'error', ...streams, content.urls.hls])
    expect(new Set(types.match(/\w+/g))).toEqual(new Set(['video', 'audio']))
    const segments = await getSegments(url)
    const read = async (segment = '') =>
      (await run('ffmpeg', ['-v', 'error', '-f', 'webvtt', '-i', segment, '-f', 'srt', '-'])).stdout
    expect(await read(segments[0]?.url)).toMatch(/^1\n00:00:00,500 --> 00:00:01,500\nfirst\n/)
    const last = segments.at(-1)?.url ?? ''
    expect(await text(last)).toContain('\n&lt;script&gt;alert(1)&lt;/script&gt;\n')
    expect(await read(last)).toContain('<script>alert(1)</script>')
  })

  it('exist only at the URLs of the playlist', async () => {
    const [segment] = await getSegments(url)
    for (const name of ['seg-99999.vtt', 'seg-0.vtt', 'seg-00000.m4s', 'init.mp4', '..%2fsource'])
      expect(await status((segment?.url ?? '').replace(/seg-\d+\.vtt$/, name))).toBe(404)
    const other = (segment?.url ?? '').replace(content.playbackId, world.content.playbackId)
    expect(await status(other)).toBe(404)
  })

  it('get new URLs when they change; unpublished ones have none', async () => {
    const [before] = await getSegments(url)
    const params = { id: content.id, subtitleId }
    const body = { cues: [{ start: 0, end: 1, text: 'changed' }] }
    await owner.call('updateSubtitle', { params, body })
    expect(await text(before?.url ?? '')).toContain('first')
    await publish(subtitleId, 'English')
    const [after] = await getSegments((await subtitleUrls()).English ?? '')
    expect(await text(after?.url ?? '')).toContain('changed')
    expect([await status(url), await status(before?.url ?? '')]).toEqual([404, 404])
    await owner.call('deleteSubtitle', { params })
    await expect.poll(() => subtitleUrls()).toEqual({})
    expect(await multivariant()).not.toContain('SUBTITLES')
    expect(await status(after?.url ?? '')).toBe(404)
  })
})

it('subtitles of a signed video need its token, down to each segment', async () => {
  await published('Hindi', 'hin', cues)
  await owner.call('updateContent', { params: { id: content.id }, body: { playbackPolicy: 'signed' } })
  await expect.poll(() => status(content.urls.hls)).toBe(403)
  const { hls } = await owner.call('getPlaybackUrl', { params: { id: content.id } })
  const url = (await subtitleUrls(text(hls))).Hindi ?? ''
  const [segment] = await getSegments(url)
  const answer = await fetch(segment?.url ?? '')
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([
    200,
    expect.stringMatching(/^private, max-age=\d+$/),
  ])
  for (const address of [url, segment?.url ?? '']) {
    expect(address).toContain('?token=')
    expect(await status(address.split('?')[0] ?? '')).toBe(403)
  }
})
