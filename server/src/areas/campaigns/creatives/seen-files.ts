import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { hideSecrets } from '../../../platform/net/address-secrets.ts'
import { openAddress } from '../../../platform/net/stored-address.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { SeenFile } from '../../ads/index.ts'
import { removeCopy } from './copy-keys.ts'
import { recordCreative, waiting } from './creatives.ts'
import { fetchLater } from './jobs.ts'
import { campaignCreatives } from './tables.ts'

/** Compares the file at the URL of creatives with Kinora's copy. If it is another one, Kinora fetches it, and an approved creative
 * needs a new review. */
export async function fileSeen(
  platform: Pick<Platform, 'clock' | 'jobs' | 'secrets'>,
  tx: Transaction,
  { environmentId, mediaUrl, hash, at }: SeenFile,
): Promise<void> {
  const { fileHash, id } = campaignCreatives
  const isOther = and(
    eq(campaignCreatives.environmentId, environmentId),
    inArray(sql`md5(split_part(${campaignCreatives.mediaUrl}, ' sealed:', 1))`, [
      sql`md5(${hideSecrets(mediaUrl)})`,
      // As an earlier version stored it.
      sql`md5(${mediaUrl})`,
    ]),
    isNotNull(fileHash),
    ne(fileHash, hash),
  )
  const found = await tx.select().from(campaignCreatives).where(isOther).orderBy(id).for('update')
  for (const before of found) {
    // Addresses that differ only in secrets look the same.
    if (openAddress(platform.secrets, before.mediaUrl) !== mediaUrl) continue
    const isApproved = before.state === 'approved'
    // Also a reviewer who sees the old copy is refused.
    const changed = isApproved ? waiting(at) : { submittedAt: at }
    const row = { ...before, fileHash: null, fileName: null, ...changed }
    await tx.update(campaignCreatives).set(row).where(rowOf(campaignCreatives, before))
    await removeCopy(platform, tx, before)
    await fetchLater(platform, tx, row)
    if (isApproved) await recordCreative(tx, null, row, 'submitted', {}, at)
  }
}
