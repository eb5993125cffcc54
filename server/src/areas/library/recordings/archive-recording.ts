import { and } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import { contentAudit, contentEvent } from '../contents/content-changes.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { lockContent } from '../contents/contents.ts'
import { contents } from '../contents/tables.ts'
import { isVisible } from '../contents/visibility.ts'
import type { Library } from '../library.ts'

/**
 * Turns a recording that has ended into an ordinary video, which does not expire. Repeated calls change nothing.
 * @throws problem not-found also if the role hides it, in-trash, content-not-ready while it grows
 */
export async function archiveRecording(library: Library, caller: Caller, id: string): Promise<ContentRow> {
  const { environmentId } = caller.scope
  const isShown = and(rowOf(contents, { id, environmentId }), isVisible(caller.scope))
  if ((await library.db.$count(contents, isShown)) === 0) throw problem('not-found')
  return library.db.transaction(async (tx) => {
    const current = await lockContent(tx, environmentId, id)
    if (current.category !== 'LiveRecording') return current
    if (current.status !== 'ready' || current.stage !== null)
      throw problem('content-not-ready', { detail: 'It is still being recorded' })
    const [row] = await tx
      .update(contents)
      .set({ category: 'Video', expiresAt: null })
      .where(rowOf(contents, current))
      .returning()
    if (row === undefined) throw problem('not-found')
    const values = { before: { category: current.category }, after: { category: row.category } }
    await recordChange(
      tx,
      caller,
      { ...contentAudit(row, 'asset.archived', values), ...contentEvent(row, 'video.asset.updated') },
      library.clock.now(),
    )
    return row
  })
}
