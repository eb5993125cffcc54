import { problem } from '../../../platform/problem.ts'
import type { ContentRow } from '../contents/content-view.ts'

type Facts = Pick<ContentRow, 'category' | 'status' | 'analysis' | 'sourceBytes'>

/** Whether a content is a recording or was archived from one: it consists of segments and has no source file. */
export function isRecorded({ category, status, analysis, sourceBytes }: Facts): boolean {
  return category === 'LiveRecording' || (status === 'ready' && analysis === null && sourceBytes === null)
}

/** @throws problem recording-has-no-source */
export function assertHasSource(content: Facts): void {
  if (isRecorded(content)) throw problem('recording-has-no-source')
}
