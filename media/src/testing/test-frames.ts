import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ffmpeg } from './test-transcode.ts'

const exec = promisify(execFile)

/** Red, green and blue of all pixels of a file, one after the other, as players show it. */
export async function pixelsOf(path: string, chain = 'null', matrix = 'auto'): Promise<Buffer> {
  const { stdout } = await exec(
    'ffmpeg',
    [
      '-v',
      'error',
      '-i',
      path,
      '-map',
      '0:v:0',
      '-vf',
      `scale=in_color_matrix=${matrix},format=rgb24,${chain}`,
      '-fps_mode',
      'passthrough',
      '-f',
      'rawvideo',
      '-',
    ],
    { encoding: 'buffer', maxBuffer: 16_000_000 },
  )
  return stdout
}

/** The average color of each frame. */
export async function colorsOf(path: string, crop = 'null'): Promise<number[][]> {
  const pixels = await pixelsOf(path, `${crop},scale=1:1:flags=area`)
  return Array.from({ length: pixels.length / 3 }, (_, n) => [...pixels.subarray(n * 3, n * 3 + 3)])
}

/** Frames whose brightness is their number: black at 0, up to 50 of them. */
export const countingFrames = (frames: number, rate: number, size = '64x64') =>
  `-f lavfi -i color=black:s=${size}:r=${rate}:d=${frames / rate},format=gray,geq=lum=N*5`

/** The numbers of the frames of a file that was made from `countingFrames`. */
export async function numbersOf(path: string): Promise<number[]> {
  return (await colorsOf(path)).map(([gray = 0]) => Math.round(gray / 5))
}

export async function timesOf(path: string): Promise<number[]> {
  const log = await ffmpeg(
    [
      '-v',
      'info',
      '-i',
      path,
      '-map',
      '0:v:0',
      '-vf',
      'showinfo',
      '-fps_mode',
      'passthrough',
      '-f',
      'null',
      '-',
    ],
    '/',
  )
  return [...log.matchAll(/pts_time:(\S+)/g)].map(([, time]) => Number(time))
}
