import type { Transaction } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { impressionCount } from '../campaigns/campaign-views.ts'
import { campaigns } from '../campaigns/tables.ts'

/** Impressions before the total at which viewers begin to wait for each other. It is far above the number of connections to the
 * database, so that transactions that do not wait cannot exceed the total together. */
const LAST_IMPRESSIONS = 2000

/** Checks whether a campaign may count one more impression. Near its total, other transactions wait until this one ends, so the
 * total is exact. A deleted campaign counts nothing. */
export async function lockImpressions(tx: Transaction, environmentId: string, id: string): Promise<boolean> {
  const left = await impressionsLeft(tx, environmentId, id)
  if (left <= 0 || left > LAST_IMPRESSIONS) return left > 0
  await takeLock(tx, `impressions of campaign ${id}`)
  return (await impressionsLeft(tx, environmentId, id)) > 0
}

async function impressionsLeft(tx: Transaction, environmentId: string, id: string): Promise<number> {
  const [row] = await tx
    .select({ total: campaigns.totalImpressions, impressions: impressionCount })
    .from(campaigns)
    .where(rowOf(campaigns, { id, environmentId }))
  if (row === undefined) return 0
  return row.total === null ? Number.POSITIVE_INFINITY : row.total - row.impressions
}
