import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Creates a clip with the installed ffmpeg. `args` come before the output. */
export async function makeClip(path: string, ...args: string[]): Promise<string> {
  await run('ffmpeg', ['-nostdin', '-y', '-loglevel', 'error', ...args, path])
  return path
}

export const h264 = [
  '-c:v',
  'libx264',
  '-preset',
  'ultrafast',
  '-pix_fmt',
  'yuv420p',
  '-g',
  '50',
  '-b:v',
  '600k',
]

/** A single image for a file of any format. */
export function testCard(size: string): string[] {
  return ['-f', 'lavfi', '-i', `testsrc2=s=${size}:d=1`, '-frames:v', '1', '-update', '1']
}

/** Moving video and a tone of the same length. */
export function pattern(seconds: number, size: string, rate = 25): string[] {
  return [
    ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=f=440:r=48000:d=${seconds}`],
  ]
}
