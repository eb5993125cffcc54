import type { Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { scheduleRemoval } from '../../library/index.ts'
import { copiesPrefix } from '../advertisers/file-prefix.ts'
import type { campaignCreatives } from './tables.ts'

type CopyRef = Pick<typeof campaignCreatives.$inferSelect, 'id' | 'environmentId' | 'campaignId'>

/** Storage key of Kinora's copy of the file of a creative. */
export function copyKey({ environmentId, campaignId, id }: CopyRef, fileName: string): string {
  return `${copiesPrefix(environmentId, campaignId, id)}/${fileName}`
}

/** Removes the copy of a creative's file, if there is one. */
export async function removeCopy(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  row: CopyRef & Pick<typeof campaignCreatives.$inferSelect, 'fileName'>,
): Promise<void> {
  if (row.fileName !== null)
    await scheduleRemoval(platform, tx, row.environmentId, copyKey(row, row.fileName))
}
