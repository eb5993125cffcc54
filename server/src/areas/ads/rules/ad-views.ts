import { adLimits } from '@kinora/contract'
import { and, count, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { inBatches } from '../../../platform/jobs/in-batches.ts'
import type { Platform } from '../../../platform/platform.ts'
import { adViews, UNKNOWN_VIEWER } from './tables.ts'

/** A viewer in a session. */
interface ViewerRef {
  readonly environmentId: string
  readonly sessionId: string
  /** Hash of the viewer, or `UNKNOWN_VIEWER`. */
  readonly viewer: string
}

/** A frequency cap on the ad or campaign with this key. */
export interface Cap {
  readonly key: string
  readonly views: number
  readonly hours: number
}

/** Counts the viewer's views in other sessions for each cap, by key. */
export async function countViews(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  viewer: ViewerRef,
  caps: readonly Cap[],
): Promise<Map<string, number>> {
  if (viewer.viewer === UNKNOWN_VIEWER) return new Map()
  const counted = [...Map.groupBy(caps, ({ hours }) => hours)].map(async ([hours, some]) => {
    const isSeen = and(
      eq(adViews.environmentId, viewer.environmentId),
      eq(adViews.viewer, viewer.viewer),
      inArray(adViews.adKey, [...new Set(some.map(({ key }) => key))]),
      gt(adViews.at, addSeconds(clock.now(), -hours * 3600)),
      ne(adViews.sessionId, viewer.sessionId),
    )
    return db
      .select({ key: adViews.adKey, views: count() })
      .from(adViews)
      .where(isSeen)
      .groupBy(adViews.adKey)
  })
  return new Map((await Promise.all(counted)).flat().map(({ key, views }) => [key, views]))
}

/** Records a view of an ad with these cap keys. */
export async function insertViews(
  tx: Transaction,
  viewer: ViewerRef,
  keys: readonly string[],
  at: Date,
): Promise<void> {
  if (viewer.viewer === UNKNOWN_VIEWER || keys.length === 0) return
  await tx.insert(adViews).values(keys.map((adKey) => ({ ...viewer, adKey, at })))
}

const BATCH = 10_000

/** Deletes views that are older than the longest possible cap. */
export async function deleteOldViews({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const old = lte(adViews.at, addSeconds(clock.now(), -adLimits.capHours * 3600))
  await inBatches(BATCH, async () => {
    const some = db.select({ rowId: sql`ctid` }).from(adViews).where(old).limit(BATCH)
    const { rowCount } = await db.delete(adViews).where(and(old, inArray(sql`ctid`, some)))
    return rowCount ?? 0
  })
}
