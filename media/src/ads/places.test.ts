import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chapterArgs, parseChapters, parseScenes, SCENES_FILE, sceneArgs } from './places.ts'

const run = promisify(execFile)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'places-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const line = (at: number, score: number) =>
  `frame:1    pts:1  pts_time:${at}\nlavfi.scene_score=${score.toFixed(6)}\n`

describe('places for breaks', () => {
  it('are scene changes that ffmpeg detects', async () => {
    const colors = ['red', 'blue', 'green'].map((color) => `color=${color}:s=320x180:r=10:d=12`)
    const inputs = colors.flatMap((source) => ['-f', 'lavfi', '-i', source])
    const clip = ['-filter_complex', 'concat=n=3', '-c:v', 'libx264', '-y', 'clip.mp4']
    await run('ffmpeg', ['-v', 'error', ...inputs, ...clip], { cwd: folder })
    await run('ffmpeg', sceneArgs({ path: 'clip.mp4', demuxer: 'mov' }, 0), { cwd: folder })
    const text = await readFile(join(folder, SCENES_FILE), 'utf8')
    expect(parseScenes(text, 36)).toEqual([
      { atS: 12, kind: 'scene', title: null },
      { atS: 24, kind: 'scene', title: null },
    ])
    const { stdout } = await run('ffprobe', chapterArgs({ path: 'clip.mp4', demuxer: 'mov' }), {
      cwd: folder,
    })
    expect(parseChapters(JSON.parse(stdout), 36)).toEqual([])
  })

  it('are not close to each other, or to the start or end of the video', () => {
    const text = [line(2, 0.9), line(20, 0.5), line(24, 0.8), line(40, 0.4), line(98, 0.9)].join('')
    expect(parseScenes(text, 100).map(({ atS }) => atS)).toEqual([24, 40])
    const many = Array.from({ length: 5000 }, (_, n) => line(n * 20 + 10, 0.5)).join('')
    expect(parseScenes(many, 200_000)).toHaveLength(100)
    expect(parseScenes('', 100)).toEqual([])
  })

  it('are starts of chapters, with titles', () => {
    const chapters = [
      { start_time: '0.000000', tags: { title: 'Opening' } },
      { start_time: '61.500000', tags: { title: ' Interview ' } },
      { start_time: '90', tags: {} },
      { start_time: 'N/A' },
    ]
    expect(parseChapters({ chapters }, 120)).toEqual([
      { atS: 61.5, kind: 'chapter', title: 'Interview' },
      { atS: 90, kind: 'chapter', title: null },
    ])
    expect(parseChapters({}, 120)).toEqual([])
  })
})
