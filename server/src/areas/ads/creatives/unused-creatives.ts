import { and, asc, lte } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { inBatches } from '../../../platform/jobs/in-batches.ts'
import { scheduleRemoval } from '../../library/index.ts'
import type { Ads } from '../ads.ts'
import { creativePrefix } from './outputs.ts'
import { adCreatives } from './tables.ts'

const UNUSED_SECONDS = 30 * 24 * 3600
const BATCH = 100

/** Deletes ads that no ad server has offered for 30 days, with their files. */
export async function deleteUnusedCreatives(ads: Ads): Promise<void> {
  await inBatches(BATCH, () => deleteSome(ads))
}

async function deleteSome(ads: Ads): Promise<number> {
  const isUnused = lte(adCreatives.usedAt, addSeconds(ads.clock.now(), -UNUSED_SECONDS))
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
      if (deleted.length > 0)
        await scheduleRemoval(ads, tx, row.environmentId, creativePrefix(row.environmentId, row.id))
    }
    return rows.length
  })
}
