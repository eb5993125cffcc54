import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, rename } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Creates a clip with the installed ffmpeg. `args` come before the output. The processes of a test run share their
 * clips in the folder `KINORA_TEST_CLIPS`: they encode each once, and copy it, so that a test can change its file. */
export async function makeClip(path: string, ...args: string[]): Promise<string> {
  const folder = process.env.KINORA_TEST_CLIPS
  if (folder === undefined || !isGenerated(args)) return encode(path, args)
  // ffmpeg chooses the format by the extension.
  const extension = extname(path)
  const key = createHash('sha256').update(JSON.stringify(args)).digest('hex')
  const kept = join(folder, `${key}${extension}`)
  if (!existsSync(kept)) {
    await mkdir(folder, { recursive: true })
    // Several processes can encode the same clip, and none may see a part of it.
    await rename(await encode(join(folder, `${randomUUID()}${extension}`), args), kept)
  }
  await copyFile(kept, path, constants.COPYFILE_FICLONE)
  return path
}

async function encode(path: string, args: string[]): Promise<string> {
  await run('ffmpeg', ['-nostdin', '-y', '-loglevel', 'error', ...args, path])
  return path
}

/** Whether the arguments determine the clip, because no input is a file. */
function isGenerated(args: readonly string[]): boolean {
  return args.every((arg, n) => arg !== '-i' || args.slice(n - 2, n).join(' ') === '-f lavfi')
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

/** VP9 and Opus, encoded fast. */
export const vp9 = '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus'.split(' ')

/** A single image for a file of any format. */
export function testCard(size: string): string[] {
  return ['-f', 'lavfi', '-i', `testsrc2=s=${size}:d=1`, '-frames:v', '1', '-update', '1']
}

/** Moving video and a tone of the same length. */
export function pattern(seconds: number, size: string, rate = 25): string[] {
  return [
    '-f',
    'lavfi',
    '-i',
    `testsrc2=s=${size}:r=${rate}:d=${seconds}`,
    '-f',
    'lavfi',
    '-i',
    `sine=f=440:r=48000:d=${seconds}`,
  ]
}
