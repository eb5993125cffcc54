import { addSeconds } from '../../../platform/clock.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { ReportProgress } from '../../../platform/events/progress.ts'
import type { ContentRef } from '../contents/content-view.ts'
import { contents } from '../contents/tables.ts'
import type { Library } from '../library.ts'

/** Starts progress reports of a content. */
export function startContentProgress(
  { db, progress, clock }: Pick<Library, 'db' | 'progress' | 'clock'>,
  content: ContentRef,
): ReportProgress {
  const { id, environmentId } = content
  return progress.start(
    { environmentId, object: { type: 'asset', id }, contentId: id },
    async (share, restOf) => {
      const expectedAt = expectedEnd(clock.now(), restOf(share))
      await db.update(contents).set({ progress: share, expectedAt }).where(rowOf(contents, content))
      return undefined
    },
  )
}

/** @param restS seconds, or null without an estimate */
export function expectedEnd(now: Date, restS: number | null): Date | null {
  return restS === null ? null : addSeconds(now, Math.ceil(restS))
}
