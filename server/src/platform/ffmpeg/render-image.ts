import { problem } from '../problem.ts'
import { FfmpegFailure } from './failure.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import { hasLargeMetadata } from './image-metadata.ts'
import { type RunOnBytes, runOnBytes } from './run-on-bytes.ts'

const limits = { wallMs: 20_000, cpuS: 10, outputBytes: 16 * 1024 ** 2, noProgressMs: 20_000 } as const

/** Renders an uploaded image again: its own bytes are never served. @throws problem image-unreadable */
export async function renderImage(
  {
    ffmpeg,
    workFolder,
    config,
  }: { ffmpeg: Ffmpeg; workFolder: string; config: { readonly IMAGE_MEMORY_BYTES: number } },
  given: Buffer,
  { args, output }: Omit<RunOnBytes, 'limits'>,
): Promise<Buffer> {
  if (hasLargeMetadata(given))
    throw problem('image-unreadable', { detail: 'The image has more than 1 MB of metadata' })
  try {
    return await runOnBytes(ffmpeg, workFolder, given, {
      args,
      output,
      limits: { ...limits, memoryBytes: config.IMAGE_MEMORY_BYTES },
    })
  } catch (error) {
    if (error instanceof FfmpegFailure) throw problem('image-unreadable')
    throw error
  }
}
