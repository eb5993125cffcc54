import { join } from 'node:path'
import { parseProbe, probeArgs, type SourceVideo } from '@kinora/media'
import { linkOrCopyFile } from '../../../platform/ffmpeg/index.ts'
import { probeLimits } from '../../../platform/ffmpeg/limits.ts'
import { MediaRefused, type Workspace } from '../../library/index.ts'
import type { Intelligence } from '../intelligence.ts'
import type { Run } from './part-states.ts'
import { framesKey } from './run-files.ts'

/** Name of the stored frames of a run in the folder of a job. */
export const STORED_FRAMES = 'frames.mkv'

/** Brings the stored frames of a run into the folder of a job. @throws MediaRefused source-missing */
export async function openFrames(
  { storage, ffmpeg }: Pick<Intelligence, 'storage' | 'ffmpeg'>,
  run: Run,
  { folder, signal }: Workspace,
): Promise<SourceVideo> {
  const path = await storage.localFile(framesKey(run), folder, signal)
  if (path === null) throw new MediaRefused('source-missing')
  if (path !== join(folder, STORED_FRAMES)) await linkOrCopyFile(path, folder, STORED_FRAMES)
  const args = probeArgs({ path: STORED_FRAMES, demuxer: 'matroska' })
  const { stdout } = await ffmpeg.run('ffprobe', args, { limits: probeLimits, cwd: folder, signal })
  const { video } = parseProbe(JSON.parse(stdout))
  if (video === null) throw new MediaRefused('source-missing')
  return video
}
