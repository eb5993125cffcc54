import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { h264, makeClip, pattern } from './clips.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-clips-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const make = async (name: string, ...args: string[]) => readFile(await makeClip(join(folder, name), ...args))

it('a clip is encoded once in a run, and a test can change its copy', async () => {
  const args = [...pattern(0.2, '94x46'), ...h264]
  // ffmpeg writes another random segment ID each time.
  const first = await make('one.mkv', ...args)
  await writeFile(join(folder, 'one.mkv'), 'damaged')
  expect((await make('two.mkv', ...args)).equals(first)).toBe(true)
  expect((await make('longer.mkv', ...pattern(0.4, '94x46'), ...h264)).equals(first)).toBe(false)
  expect((await make('other format.mp4', ...args)).toString('latin1', 4, 8)).toBe('ftyp')
})

it('a clip of a file is encoded each time, because the file can change', async () => {
  const source = await makeClip(join(folder, 'source.mp4'), ...pattern(0.2, '94x46'), ...h264)
  const copy = ['-i', source, '-c', 'copy']
  const first = await make('first.mkv', ...copy)
  expect((await make('second.mkv', ...copy)).equals(first)).toBe(false)
})
