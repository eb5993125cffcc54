import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { inBatches } from '../../../platform/jobs/in-batches.ts'
import { scheduleRemoval } from '../../library/index.ts'
import type { Ads } from '../ads.ts'
import { creativePrefix } from './outputs.ts'
import { adCreatives } from './tables.ts'

const UNUSED_SECONDS = 30 * 24 * 3600
const BATCH = 100

/** Deletes creatives that were not offered for 30 days, with their files and the creatives that share these files. */
export async function deleteUnusedCreatives(ads: Ads): Promise<void> {
  await inBatches(BATCH, () => deleteSome(ads))
}

async function deleteSome(ads: Ads): Promise<number> {
  const before = addSeconds(ads.clock.now(), -UNUSED_SECONDS)
  const isShared = sql`EXISTS (SELECT FROM ad_creatives AS sharing
    WHERE sharing.files_of = ${adCreatives.id} AND sharing.environment_id = ${adCreatives.environmentId}
      AND sharing.used_at > ${before.toISOString()}::timestamptz)`
  const isUnused = and(lte(adCreatives.usedAt, before), sql`NOT ${isShared}`)
  return ads.db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: adCreatives.id, environmentId: adCreatives.environmentId })
      .from(adCreatives)
      .where(isUnused)
      .orderBy(asc(adCreatives.usedAt))
      .limit(BATCH)
      .for('update', { skipLocked: true })
    for (const row of rows) {
      const deleted = await tx
        .delete(adCreatives)
        .where(and(rowOf(adCreatives, row), isUnused))
        .returning()
      if (deleted.length === 0) continue
      const sharing = await tx
        .delete(adCreatives)
        .where(and(eq(adCreatives.environmentId, row.environmentId), eq(adCreatives.filesOf, row.id)))
        .returning()
      for (const { id, environmentId } of [row, ...sharing])
        await scheduleRemoval(ads, tx, environmentId, creativePrefix(environmentId, id))
    }
    return rows.length
  })
}
