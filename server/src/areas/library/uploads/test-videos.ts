import { testVideoLimits } from '@kinora/contract'
import { STANDARD_ENCODING, testVideoArgs } from '@kinora/media'
import { encodeLimits } from '../../../platform/ffmpeg/limits.ts'
import { assertFreeSpaceForJob } from '../../../platform/storage/free-space.ts'
import type { ContentRef, ContentRow } from '../contents/content-view.ts'
import { changeContent } from '../contents/states.ts'
import type { Workspace } from '../contents/workspace.ts'
import { startContentProgress } from '../encoding/progress-reporter.ts'
import type { Library } from '../library.ts'
import { analyzeSource } from '../sources/analyze.ts'
import { hasFirstSource, openSource, replaceSourceAndIngest } from '../sources/source.ts'

const RESULT = 'test.mp4'
/** Upper limit for the size of a test video. */
const TEST_VIDEO_BYTES = 100 * 1024 ** 2

/**
 * Replaces a test video's source with its marked first seconds and starts the ingest. The uploaded file is removed, so
 * everything made later is short and marked.
 * @throws MediaRefused if it cannot be encoded, ContentGone also if the source was already replaced
 */
export async function makeTestVideo(library: Library, ref: ContentRef, workspace: Workspace): Promise<void> {
  const cutting = { stage: 'cutting', progress: 0 } as const
  const content = await changeContent(library.db, ref, ['processing'], cutting, hasFirstSource)
  const path = await openSource(library, content, workspace)
  const { source, demuxer } = await analyzeSource(library.ffmpeg, path, workspace, STANDARD_ENCODING)
  await assertFreeSpaceForJob(library, TEST_VIDEO_BYTES)
  const { filters } = library.ffmpeg.capabilities
  const report = startContentProgress(library, content)
  await library.ffmpeg.run('ffmpeg', testVideoArgs({ path, demuxer }, source, filters, RESULT), {
    limits: encodeLimits(testVideoLimits.seconds, library.config.ENCODE_MEMORY_BYTES),
    cwd: workspace.folder,
    signal: workspace.signal,
    onProgress: ({ outTimeS }) => report(Math.min(1, outTimeS / testVideoLimits.seconds)),
  })
  await replaceSourceAndIngest(library, content, workspace, RESULT)
}

/** A clip of a test video is a test video too, and expires with it. */
export function testFields({ isTest, expiresAt }: ContentRow): { isTest?: true; expiresAt?: Date } {
  return isTest && expiresAt !== null ? { isTest, expiresAt } : {}
}
