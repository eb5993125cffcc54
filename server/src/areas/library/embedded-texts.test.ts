import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Subtitle } from '@kinora/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { contentWhen, isSettled, uploadFile } from '../../testing/client.ts'
import { h264, makeClip, pattern } from '../../testing/clips.ts'
import { openWorld, type World } from '../../testing/world.ts'

let world: World
let srt: string
beforeAll(async () => {
  world = await openWorld()
  srt = join(world.folder, 'text.srt')
  await writeFile(
    srt,
    '1\n00:00:00,500 --> 00:00:01,250\n<i>నమస్కారం</i>\n\n2\n00:00:01,500 --> 00:00:02,000\nsecond\n',
  )
})
afterAll(() => world.end())

/** A clip of two seconds with two text tracks. */
const clipWith = (name: string, codec: string) =>
  makeClip(
    join(world.folder, name),
    ...[...pattern(2, '320x180'), '-i', srt, '-i', srt],
    ...['-map', '0', '-map', '1', '-map', '2', '-map', '3', ...h264, '-c:a', 'aac', '-c:s', codec],
    ...[
      '-metadata:s:s:0',
      'language=tel',
      '-metadata:s:s:1',
      'title=For\tall',
      '-disposition:s:1',
      'hearing_impaired',
    ],
  )

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
  await vi.waitFor(async () => expect(await textsOf(id)).toHaveLength(2), 60_000)
  const [first, second] = await textsOf(id)
  expect(first).toMatchObject({
    status: 'draft',
    draft: { name: 'Telugu', languageCode: 'te', closedCaptions: false, cueCount: 2 },
  })
  expect(second?.draft).toMatchObject({ languageCode: 'und', cueCount: 2 })
  const { cues } = await world.owner.call('getSubtitle', { params: { id, subtitleId: first?.id ?? '' } })
  expect(cues.map(({ text }) => text)).toEqual([expect.stringContaining('నమస్కారం'), 'second'])
  // Matroska's clock begins with the sound, which begins a moment before the picture.
  for (const [n, startS] of [0.5, 1.5].entries())
    expect(Math.abs((cues[n]?.start ?? 0) - startS)).toBeLessThan(0.03)
  const { items } = await world.owner.call('listEvents', { query: { objectId: first?.id } })
  expect(items.map(({ type }) => type)).toEqual(['video.subtitle.created'])
})
