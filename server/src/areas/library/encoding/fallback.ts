import { planLadder } from '@kinora/media'
import { type Ffmpeg, FfmpegFailure } from '../../../platform/ffmpeg/index.ts'
import type { Analysis, ProfileSettings } from '../contents/content-facts.ts'
import type { Workspace } from '../contents/workspace.ts'
import { failureOf } from '../sources/analyze.ts'
import { AudioDamaged, withUsableAudio } from '../sources/usable-audio.ts'
import { SegmentsTooLong } from './repackaging.ts'
import { RenditionUnfinished } from './run-renditions.ts'

/**
 * The analysis for another attempt after this error: encoded if the segments of the source are too long, without audio
 * tracks that cannot be decoded.
 * @throws the reason of the failure if another attempt would fail too
 */
export async function fallbackAfter(
  error: unknown,
  ffmpeg: Ffmpeg,
  path: string,
  analysis: Analysis,
  settings: ProfileSettings,
  workspace: Workspace,
): Promise<Analysis> {
  const { source, plan } = analysis
  if (error instanceof SegmentsTooLong)
    return { ...analysis, plan: { ...planLadder(source, null, settings), audio: plan.audio } }
  const isAboutTracks =
    error instanceof FfmpegFailure || error instanceof RenditionUnfinished || error instanceof AudioDamaged
  const usable =
    isAboutTracks && !workspace.signal.aborted
      ? await withUsableAudio(ffmpeg, path, analysis, workspace)
      : null
  // Without video there has to be audio.
  if (usable !== null && (source.video !== null || usable.plan.audio.length > 0)) return usable
  throw await failureOf(error, ffmpeg, path, analysis, workspace)
}
