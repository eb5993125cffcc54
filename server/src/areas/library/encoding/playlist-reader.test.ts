import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mediaPlaylist } from '@kinora/media'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { playlistReader } from './playlist-reader.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-playlist-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const segment = (n: number, durationS = 4) => ({ uri: `seg-${n}.m4s`, durationS })

it('returns the segments added since the last call, and the end', async () => {
  const path = join(folder, 'index.m3u8')
  const read = playlistReader(path)
  const write = (segments: ReturnType<typeof segment>[], ended = false) =>
    writeFile(path, mediaPlaylist({ initUri: 'init.mp4', segments, ended }))
  expect(await read()).toBeNull()
  await write([])
  expect(await read()).toMatchObject({ initUri: 'init.mp4', segments: [], ended: false })
  const all = [segment(0), segment(1, 9)]
  await write(all)
  expect((await read())?.segments).toEqual(all)
  expect((await read())?.segments).toEqual([])
  // The longest duration has one more digit.
  await write([...all, segment(2, 12), segment(3)])
  expect((await read())?.segments).toEqual([segment(2, 12), segment(3)])
  await write([...all, segment(2, 12), segment(3), segment(4)], true)
  expect(await read()).toEqual({ initUri: 'init.mp4', segments: [segment(4)], ended: true })
  expect(await read()).toMatchObject({ segments: [], ended: true })
})

it('waits for the rest of an unfinished line', async () => {
  const path = join(folder, 'partial.m3u8')
  const read = playlistReader(path)
  await writeFile(
    path,
    '#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:4.000000,\nseg-0.m4s\n#EXTINF:4.000000,\n',
  )
  expect((await read())?.segments).toEqual([segment(0)])
  await writeFile(
    path,
    '#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:4.000000,\nseg-0.m4s\n#EXTINF:4.000000,\nseg-1.m4s\n',
  )
  expect((await read())?.segments).toEqual([segment(1)])
})
