import { execFile } from 'node:child_process'
import { mkdtemp, open, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reader } from '../stores/local-store.ts'
import { wholenessOf } from './wholeness.ts'

const run = promisify(execFile)
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-whole-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function look(path: string): Promise<string> {
  await using handle = await open(path)
  return await wholenessOf((await handle.stat()).size, reader(handle))
}

const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']

async function made(name: string, ...args: string[]): Promise<string> {
  const path = join(folder, name)
  const source = ['-f', 'lavfi', '-i', 'testsrc2=s=64x36:d=1:r=25']
  await run('ffmpeg', ['-v', 'error', '-y', ...source, ...args, path])
  return path
}

describe('a file with a container that ends', () => {
  it.each([
    ['film.mp4', ...h264],
    ['faststart.mp4', ...h264, '-movflags', '+faststart'],
    ['fragmented.mp4', ...h264, '-movflags', '+frag_keyframe+empty_moov'],
    ['film.mov', '-c:v', 'mjpeg'],
    ['film.mkv', ...h264],
    ['film.webm', '-c:v', 'libvpx', '-b:v', '100k'],
    ['film.avi', '-c:v', 'mpeg4'],
    ['film.mxf', '-c:v', 'mpeg2video'],
  ])('%s is whole, and at each cut it is not', async (name, ...args) => {
    const path = await made(name, ...args)
    expect(await look(path)).toBe('whole')
    const whole = await readFile(path)
    const cut = join(folder, `cut-${name}`)
    await writeFile(cut, whole)
    for (let size = whole.length - 1; size > 0; size = Math.floor(size * 0.93)) {
      await truncate(cut, size)
      expect(await look(cut), `${size} of ${whole.length} bytes`).not.toBe('whole')
    }
  })
})

it('has space that a program reserved: it is not whole', async () => {
  const path = await made('reserved.ts', ...h264)
  expect(await look(path)).toBe('unknown')
  const { length } = await readFile(path)
  await truncate(path, length + 188 * 40)
  expect(await look(path)).toBe('incomplete')
})

it('cannot be known of files without an end, and is wrong for those cut in a packet', async () => {
  const path = await made('film.ts', ...h264)
  expect(await look(path)).toBe('unknown')
  const { length } = await readFile(path)
  await truncate(path, length - 1)
  expect(await look(path)).toBe('incomplete')
  const text = join(folder, 'notes.txt')
  await writeFile(text, 'no video')
  expect(await look(text)).toBe('unknown')
  await writeFile(text, '')
  expect(await look(text)).toBe('incomplete')
})
