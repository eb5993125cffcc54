import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ffmpeg, makeClip } from '../testing/test-transcode.ts'
import { analysisArgs } from './analysis-args.ts'
import { LOOK } from './frame-look.ts'
import { groupShots } from './scene-groups.ts'
import { type Shot, shotDetector } from './shots.ts'

/** The shots of a video, and its length in seconds. */
async function shotsOf(name: string, seconds: number, args: string): Promise<readonly Shot[]> {
  const input = await makeClip(name, `${args} -c:v libx264 -preset ultrafast -t ${seconds}`)
  const dir = join(input.path, '..')
  const reading = [
    '-v',
    'error',
    '-i',
    input.path,
    '-vf',
    `fps=${LOOK.rate},scale=64:36:flags=area,format=yuv420p`,
  ]
  await ffmpeg([...reading, '-f', 'rawvideo', '-y', `${name}.raw`], dir)
  const frames = await readFile(join(dir, `${name}.raw`))
  const detector = shotDetector()
  // Chunks of a pipe do not end with a frame.
  for (let at = 0; at < frames.length; at += 5000) detector.push(frames.subarray(at, at + 5000))
  return detector.end(seconds)
}

const cutsOf = (shots: readonly Shot[]) => shots.slice(1).map(({ startS }) => startS)

const shape = 'setsar=1,fps=25,scale=320:180,format=yuv420p'
const pieces = [
  ['testsrc2=s=320x180:r=25', 2.4],
  ['mandelbrot=s=320x180:r=25', 3],
  ['smptehdbars=s=320x180:r=25', 1.6],
  ['life=s=320x180:r=25:mold=10:ratio=0.3:death_color=#203010:life_color=#d0e0a0', 2],
  ['cellauto=s=320x180:r=25:rule=110', 2.2],
  ['gradients=s=320x180:r=25:speed=0.02:seed=3', 2.8],
  ['rgbtestsrc=s=320x180:r=25', 1.2],
  ['sierpinski=s=320x180:r=25:seed=5', 3.2],
] as const

it('finds the cuts of a montage, and no others', async () => {
  const inputs = pieces.map(([source, seconds]) => `-f lavfi -t ${seconds} -i ${source}`).join(' ')
  const shaped = pieces.map((_, n) => `[${n}]${shape}[v${n}]`).join(';')
  const joined = `${pieces.map((_, n) => `[v${n}]`).join('')}concat=n=${pieces.length}[v]`
  const total = pieces.reduce((sum, [, seconds]) => sum + seconds, 0)
  const shots = await shotsOf('montage.mp4', total, `${inputs} -filter_complex ${shaped};${joined} -map [v]`)
  const wanted = pieces.slice(0, -1).map((_, n) => pieces.slice(0, n + 1).reduce((sum, [, s]) => sum + s, 0))
  expect(cutsOf(shots)).toHaveLength(wanted.length)
  for (const [n, cut] of cutsOf(shots).entries()) expect(cut).toBeCloseTo(wanted[n] ?? 0, 1)
  for (const { startS, restS, endS } of shots) {
    expect(restS).toBeGreaterThanOrEqual(startS)
    expect(restS).toBeLessThan(endS)
  }
})

describe('no cut is', () => {
  it('a flash', async () => {
    const flash = `drawbox=c=white:t=fill:enable='between(n,40,42)+between(n,90,90)'`
    expect(
      cutsOf(await shotsOf('flash.mp4', 5, `-f lavfi -i testsrc2=s=320x180:r=25:d=5 -vf ${flash}`)),
    ).toEqual([])
  })

  it('a fast pan', async () => {
    const pan =
      '-f lavfi -i mandelbrot=s=1280x180:r=1:end_scale=2.9 -vf loop=loop=-1:size=1,fps=25,scroll=h=0.02,crop=320:180:0:0'
    expect(cutsOf(await shotsOf('pan.mp4', 5, pan))).toEqual([])
  })

  it('a fade', async () => {
    const fade = '-f lavfi -i testsrc2=s=320x180:r=25:d=6 -vf fade=in:0:25,fade=out:125:25'
    expect(cutsOf(await shotsOf('fade.mp4', 6, fade))).toEqual([])
  })
})

it('groups shots that return to a place into one scene', async () => {
  const shot = (startS: number, place: number) => ({
    startS,
    endS: startS + 4,
    restS: startS + 2,
    look: {
      brightness: Float32Array.from({ length: 192 }, (_, n) => (n % 16 === place ? 1 : 0)),
      color: new Float32Array(24),
    },
  })
  const places = [1, 9, 1, 9, 4, 12]
  const scenes = groupShots(places.map((place, n) => shot(n * 4, place)))
  expect(scenes).toEqual([
    { from: 0, to: 3 },
    { from: 4, to: 4 },
    { from: 5, to: 5 },
  ])
})

it('reads pictures, frames and audio in one run', () => {
  const video = { index: 0, displayWidth: 1920, displayHeight: 1080 }
  const source = { video, audio: [{ index: 2, isDefault: true }] } as never
  const args = analysisArgs(
    { path: 'input', demuxer: 'mov' },
    source,
    { pictures: true, audio: true, frames: true },
    { audio: 'out.pcm', frames: 'out.mkv' },
  )
  expect(args.filter((arg) => arg === '-i')).toHaveLength(1)
  expect(args.join(' ')).toContain('scale=1280:720')
  expect(args.filter((arg) => arg.startsWith('out.'))).toEqual(['out.mkv', 'out.pcm'])
})
