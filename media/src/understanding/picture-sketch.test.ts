import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ffmpeg, makeClip } from '../testing/test-transcode.ts'
import { LOOK, smallFrames } from './frame-look.ts'
import {
  type PictureSketch,
  SKETCH_BYTES,
  SKETCH_SIGNS,
  sketcher,
  sketchLikeness,
  sketchOf,
  sketchSigns,
} from './picture-sketch.ts'

/** The sketch of the first frame of a picture. */
async function sketchOfPicture(name: string, args: string): Promise<PictureSketch> {
  const { path } = await makeClip(`${name}.mp4`, `${args} -frames:v 1 -c:v libx264 -pix_fmt yuv420p`)
  const dir = join(path, '..')
  const small = `scale=${LOOK.width}:${LOOK.height}:flags=area,format=yuv420p`
  const output = ['-vf', small, '-f', 'rawvideo', '-y', `${name}.raw`]
  await ffmpeg(['-v', 'error', '-i', path, ...output], dir)
  return sketchOf(await readFile(join(dir, `${name}.raw`)))
}

it('finds the same picture after changes of light and frame, and no other one', async () => {
  const source = '-f lavfi -i mandelbrot=s=640x360:r=25'
  const same = await sketchOfPicture('sketched', source)
  const changed = await Promise.all([
    sketchOfPicture('brighter', `${source} -vf eq=brightness=0.06`),
    sketchOfPicture('closer', `${source} -vf crop=600:340:20:10,scale=640:360`),
    sketchOfPicture('smaller', `${source} -vf scale=160:90 -crf 40`),
  ])
  const others = await Promise.all([
    sketchOfPicture('bars', '-f lavfi -i smptehdbars=s=640x360:r=25'),
    sketchOfPicture('life', '-f lavfi -i life=s=640x360:r=25:mold=10:life_color=#d0e0a0:seed=1'),
    sketchOfPicture('colors', '-f lavfi -i gradients=s=640x360:r=25:seed=3:c0=red:c1=yellow'),
    sketchOfPicture('mirrored', `${source} -vf hflip,vflip`),
  ])
  expect(same).toHaveLength(SKETCH_BYTES)
  expect(sketchSigns(same)).toMatch(new RegExp(`^[01]{${SKETCH_SIGNS}}$`))
  expect(sketchLikeness(same, same)).toBe(1)
  for (const each of changed) expect(sketchLikeness(same, each)).toBeGreaterThan(0.8)
  for (const each of others) expect(sketchLikeness(same, each)).toBeLessThan(0.7)
  const differing = (one: PictureSketch) =>
    [...sketchSigns(one)].filter((sign, n) => sign !== sketchSigns(same)[n]).length
  expect(Math.max(...changed.map(differing))).toBeLessThan(Math.min(...others.map(differing)))
})

it('makes the sketches of a stream at some times', () => {
  const frames = Uint8Array.from({ length: 10 * LOOK.bytes }, (_, n) => 20 * Math.floor(n / LOOK.bytes))
  const made = sketcher([0.04, 0.16, 0.16, 9])
  const push = smallFrames((frame) => made.add(frame))
  for (let at = 0; at < frames.length; at += 1000) push(frames.subarray(at, at + 1000))
  expect(made.end().map(([first]) => first)).toEqual([20, 80, 80])
})
