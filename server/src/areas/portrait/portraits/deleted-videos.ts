import { and, eq } from 'drizzle-orm'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { Subscription } from '../../../platform/events/subscriptions.ts'
import { recordPortrait } from './portrait-changes.ts'
import { portraits } from './tables.ts'

/** Deletes the portraits of a deleted video. A portrait whose result was deleted can be rendered again. */
export const deletedVideos: Subscription = {
  name: 'portrait.deleted-videos',
  types: ['video.asset.deleted'],
  async handle(tx, { environmentId, event }) {
    const { id } = event.object
    const at = new Date(event.createdAt)
    const isIn = eq(portraits.environmentId, environmentId)
    const deleted = await tx
      .delete(portraits)
      .where(and(isIn, eq(portraits.sourceId, id)))
      .returning()
    for (const row of deleted) await recordPortrait(tx, null, row, 'deleted', {}, at)
    const lost = await tx
      .update(portraits)
      .set({ hasResult: false, renderedVersion: null, resultId: uuidv7() })
      .where(and(isIn, eq(portraits.resultId, id), eq(portraits.hasResult, true)))
      .returning()
    for (const { id: portraitId } of lost)
      await tx
        .update(portraits)
        .set({ status: 'failed', reason: 'result-deleted' })
        .where(and(rowOf(portraits, { id: portraitId, environmentId }), eq(portraits.status, 'ready')))
  },
}
