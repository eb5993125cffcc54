import { eq } from 'drizzle-orm'
import type { ReportProgress } from '../../../platform/events/progress.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { contents } from '../contents/tables.ts'
import type { Library } from '../library.ts'

/** Starts progress reports of a content. */
export function startContentProgress(
  { db, progress }: Pick<Library, 'db' | 'progress'>,
  { id, environmentId }: Pick<ContentRow, 'id' | 'environmentId'>,
): ReportProgress {
  return progress.start({ environmentId, object: { type: 'asset', id }, contentId: id }, async (share) => {
    await db.update(contents).set({ progress: share }).where(eq(contents.id, id))
    return undefined
  })
}
