import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { imageArgs, waveformRun } from '../index.ts'
import { ffmpeg, makeClip, probe } from '../testing/test-transcode.ts'

const blackVideo = '-f lavfi -i color=black:s=64x36:r=10:d=4'
const encoded = '-map 0 -map 1 -c:v libx264 -c:a aac'

/** The share of drawn pixels in each tenth of the time, 0 to 1. */
async function drawnShares(name: string, args: string): Promise<number[]> {
  const input = await makeClip(name, args)
  const dir = join(input.path, '..')
  const source = await probe(input)
  const [audio] = source.audio
  if (!audio) throw new Error('there is no audio')
  await ffmpeg(imageArgs([waveformRun(input, source, audio, 'wave.png')]), dir)
  const flat = ['-vf', 'alphaextract,scale=10:1:flags=area', '-f', 'rawvideo', '-pix_fmt', 'gray', 'wave.raw']
  await ffmpeg(['-v', 'error', '-i', 'wave.png', ...flat], dir)
  return [...(await readFile(join(dir, 'wave.raw')))].map((value) => value / 255)
}

it('shows the loudness at the right times', async () => {
  const tone = `aevalsrc='sin(880*PI*t)*(gte(t,1)*0.2+gte(t,2)*0.7)':d=3`
  const drawn = await drawnShares('grows.mp4', `${blackVideo} -f lavfi -i ${tone} ${encoded}`)
  expect(Math.max(...drawn.slice(0, 2), ...drawn.slice(8))).toBeLessThan(0.02)
  expect(Math.min(...drawn.slice(3, 5))).toBeGreaterThan(0.2)
  expect(Math.min(...drawn.slice(5, 7))).toBeGreaterThan((drawn[4] ?? 1) * 1.5)
})

it('keeps the offset of audio that starts after the video', async () => {
  const delayed = `${blackVideo} -itsoffset 2 -f lavfi -i sine=d=2 ${encoded}`
  const drawn = await drawnShares('late.mkv', delayed)
  expect(Math.max(...drawn.slice(0, 4))).toBeLessThan(0.02)
  expect(Math.min(...drawn.slice(6, 9))).toBeGreaterThan(0.1)
})

it('renders a file without video', async () => {
  const drawn = await drawnShares('alone.mka', '-f lavfi -i sine=d=3 -c:a libopus')
  expect(Math.min(...drawn)).toBeGreaterThan(0.1)
})
