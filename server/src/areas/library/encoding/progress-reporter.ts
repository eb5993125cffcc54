import { rowOf } from '../../../platform/database/row-of.ts'
import type { ReportProgress } from '../../../platform/events/progress.ts'
import type { ContentRef } from '../contents/content-view.ts'
import { contents } from '../contents/tables.ts'
import type { Library } from '../library.ts'

/** Starts progress reports of a content. */
export function startContentProgress(
  { db, progress }: Pick<Library, 'db' | 'progress'>,
  content: ContentRef,
): ReportProgress {
  const { id, environmentId } = content
  return progress.start({ environmentId, object: { type: 'asset', id }, contentId: id }, async (share) => {
    await db.update(contents).set({ progress: share }).where(rowOf(contents, content))
    return undefined
  })
}
