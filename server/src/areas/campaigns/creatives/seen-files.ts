import { and, eq, isNull, ne, or } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { SeenFile } from '../../ads/index.ts'
import { recordCreative, waiting } from './creatives.ts'
import { campaignCreatives } from './tables.ts'

/** Stores the hash of the file at the URL of creatives. A creative that was approved with another file needs a new review. */
export async function fileSeen(
  tx: Transaction,
  { environmentId, mediaUrl, hash, at }: SeenFile,
): Promise<void> {
  const { fileHash } = campaignCreatives
  const isOther = and(
    eq(campaignCreatives.environmentId, environmentId),
    eq(campaignCreatives.mediaUrl, mediaUrl),
    or(isNull(fileHash), ne(fileHash, hash)),
  )
  for (const before of await tx.select().from(campaignCreatives).where(isOther).for('update')) {
    const isReplaced = before.fileHash !== null && before.state === 'approved'
    const row = { ...before, fileHash: hash, ...(isReplaced && waiting(at)) }
    await tx.update(campaignCreatives).set(row).where(rowOf(campaignCreatives, before))
    if (isReplaced) await recordCreative(tx, null, row, 'submitted', {}, at)
  }
}
