import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { inBatches } from '../../../platform/jobs/in-batches.ts'
import type { Platform } from '../../../platform/platform.ts'
import { scheduleRemoval } from '../../library/index.ts'
import { creativePrefix } from './outputs.ts'
import { adCreatives } from './tables.ts'

const UNUSED_SECONDS = 30 * 24 * 3600
const BATCH = 100

/** Deletes creatives that were not offered for 30 days, with their files and the creatives that share these files. */
export async function deleteUnusedCreatives(platform: Platform): Promise<void> {
  await inBatches(BATCH, () => deleteSome(platform))
}

async function deleteSome(platform: Platform): Promise<number> {
  const before = addSeconds(platform.clock.now(), -UNUSED_SECONDS)
  const isShared = sql`EXISTS (SELECT FROM ad_creatives AS sharing
    WHERE sharing.files_of = ${adCreatives.id} AND sharing.environment_id = ${adCreatives.environmentId}
      AND sharing.used_at > ${before.toISOString()}::timestamptz)`
  const isUnused = and(lte(adCreatives.usedAt, before), sql`NOT ${isShared}`)
  return platform.db.transaction(async (tx) => {
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
        await scheduleRemoval(platform, tx, environmentId, creativePrefix(environmentId, id))
    }
    return rows.length
  })
}
