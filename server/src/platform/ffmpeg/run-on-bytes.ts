import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publicId } from '../database/ids.ts'
import { FfmpegFailure } from './failure.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import type { RunLimits } from './sandbox.ts'

/** Name of the input file in the folder. */
export const INPUT_NAME = 'given'

export interface RunOnBytes {
  /** ffmpeg arguments that read `INPUT_NAME` and write `output`. */
  readonly args: string[]
  readonly output: string
  readonly limits: RunLimits
}

/** Runs ffmpeg on bytes in memory, in a temporary folder. Throws `FfmpegFailure`. */
export async function runOnBytes(
  ffmpeg: Ffmpeg,
  workFolder: string,
  input: Buffer,
  { args, output, limits }: RunOnBytes,
): Promise<Buffer> {
  const folder = join(workFolder, publicId())
  await ffmpeg.prepareFolder(folder)
  try {
    await writeFile(join(folder, INPUT_NAME), input, { mode: 0o644 })
    const signal = AbortSignal.timeout(limits.wallMs)
    const { stderrTail } = await ffmpeg.run('ffmpeg', args, { limits, cwd: folder, signal })
    // Without a decodable frame, ffmpeg ends normally but writes no file.
    if (!existsSync(join(folder, output)))
      throw new FfmpegFailure('invalid-data', ['ffmpeg', ...args], stderrTail)
    return await readFile(join(folder, output))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
