import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ffmpeg } from './test-transcode.ts'

const exec = promisify(execFile)

/** The average red, green and blue of each frame of a file, as players show it. */
export async function colorsOf(path: string, crop = 'null', matrix = 'auto'): Promise<number[][]> {
  const chain = `${crop},scale=in_color_matrix=${matrix},format=rgb24,scale=1:1:flags=area`
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
      chain,
      '-fps_mode',
      'passthrough',
      '-f',
      'rawvideo',
      '-',
    ],
    { encoding: 'buffer', maxBuffer: 16_000_000 },
  )
  return Array.from({ length: stdout.length / 3 }, (_, n) => [...stdout.subarray(n * 3, n * 3 + 3)])
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
