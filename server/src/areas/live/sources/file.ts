import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createFlvSource, flvTagReader, type LiveSink, loopArgs } from '@kinora/media'
import { getLoopVideo, openLoopFile } from '../../library/index.ts'
import type { Live } from '../live.ts'
import { SourceFailure } from './source-failure.ts'

export interface FileOptions {
  readonly sink: LiveSink
  /** Parent of the working folders. */
  readonly cwd: string
  readonly signal: AbortSignal
}

const MAX_TAG_BYTES = 8 * 1024 ** 2

/** Plays a video of the environment in a loop until the signal aborts. @throws SourceFailure */
export async function playFile(
  live: Pick<Live, 'db' | 'ffmpeg' | 'storage' | 'config'>,
  environmentId: string,
  contentId: string,
  { sink, cwd, signal }: FileOptions,
): Promise<void> {
  const video = await getLoopVideo(live.db, { environmentId, filter: null }, contentId).catch(() => null)
  if (video === null) throw new SourceFailure('The video does not exist, or it is not ready.')
  const folder = await mkdtemp(join(cwd, 'file-'))
  try {
    await live.ffmpeg.prepareFolder(folder)
    const path = await openLoopFile(live, video, { folder, signal }).catch(() => null)
    if (path === null) throw new SourceFailure('The file of the video is missing.')
    const { demuxer, source } = video.analysis
    const run = live.ffmpeg.stream(loopArgs({ path, demuxer }, source), {
      cwd: folder,
      memoryBytes: live.config.ENCODE_MEMORY_BYTES,
      outputs: 1,
      hasInput: false,
    })
    run.input.end()
    signal.addEventListener('abort', run.kill, { once: true })
    if (signal.aborted) run.kill()
    const read = flvTagReader(MAX_TAG_BYTES)
    const flv = createFlvSource(sink)
    run.outputs[0]?.on('data', (chunk: Buffer) => {
      for (const { kind, timestampMs, body } of read(chunk)) flv[kind](timestampMs, body)
    })
    await run.ended
    signal.removeEventListener('abort', run.kill)
    if (!signal.aborted) throw new SourceFailure('The video cannot be played.')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
