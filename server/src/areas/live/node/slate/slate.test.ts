import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { LIVE_TICKS, pictureSizeOf } from '@kinora/media'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { detectFfmpeg, type Ffmpeg } from '../../../../platform/ffmpeg/index.ts'
import { makeSlate } from './slate.ts'

let ffmpeg: Ffmpeg
let cwd: string

beforeAll(async () => {
  ffmpeg = await detectFfmpeg()
  cwd = await mkdtemp(join(tmpdir(), 'kinora-slate-'))
  await ffmpeg.prepareFolder(cwd)
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

it('is 2 s long in the size of the stream, dark or with an image of another aspect ratio', async () => {
  const still = ['-f', 'lavfi', '-i', 'testsrc2=s=300x400', '-frames:v', '1', '-f', 'mjpeg', '-']
  const { stdout } = await promisify(execFile)('ffmpeg', ['-loglevel', 'error', ...still], {
    encoding: 'buffer',
  })
  const bytes: number[] = []
  for (const image of [null, stdout]) {
    const size = { width: 320, height: 180 }
    const slate = await makeSlate(ffmpeg, { cwd, memoryBytes: 2 * 1024 ** 3, size, image })
    expect(slate.durationTicks / LIVE_TICKS).toBeCloseTo(2, 1)
    expect(slate.packets.filter(({ isKey }) => isKey)).toHaveLength(2)
    const [track] = slate.tracks
    expect(track?.kind === 'video' && pictureSizeOf(track)).toEqual(size)
    bytes.push(slate.packets[0]?.data.length ?? 0)
  }
  const [dark = 0, pictured = 0] = bytes
  expect(pictured).toBeGreaterThan(dark * 2)
})
