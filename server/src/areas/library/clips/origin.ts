import type { Span } from '@kinora/media'
import { assertFreeSpaceForJob } from '../../../platform/storage/free-space.ts'
import type { Analysis } from '../contents/content-facts.ts'
import type { ContentRow } from '../contents/content-view.ts'
import type { Workspace } from '../contents/workspace.ts'
import { sourceKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { MediaRefused } from '../sources/analyze.ts'
import { openFile } from '../sources/source.ts'

/** The video that a clip is made from: a file in the workspace, and its analysis. */
export interface Origin {
  readonly path: string
  readonly analysis: Analysis
}

/** A file to cut from, and the span in its times. */
export interface OpenedOrigin {
  readonly origin: Origin
  readonly span: Span
}

/** The source file of a video, in which the span is the same. @throws MediaRefused */
export async function openOrigin(
  library: Library,
  { id, sourceId, analysis, durationS, sourceBytes }: ContentRow,
  span: Span,
  workspace: Workspace,
): Promise<OpenedOrigin> {
  if (analysis === null) throw new MediaRefused('source-missing')
  const path = await openFile(library.storage, sourceKey(id, sourceId), workspace, 'input')
  const share = (span.endS - span.startS) / (durationS ?? Number.POSITIVE_INFINITY)
  await assertFreeSpaceForJob(library, 2 * share * (sourceBytes ?? 0))
  return { origin: { path, analysis }, span }
}
