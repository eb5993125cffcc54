import { min } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Analytics } from '../analytics.ts'
import { viewEventBatches, viewEventSegments } from './tables.ts'

/** Reports may arrive this long before they are stored. */
const STORING_S = 1

/** The time before which all reports that have arrived are in the warehouse. Read before the figures themselves. */
export async function freshTime({ db, clock }: Pick<Analytics, 'db' | 'clock'>): Promise<string> {
  const now = clock.now()
  const oldest = await Promise.all(
    [viewEventSegments, viewEventBatches].map(async (table) => {
      const [row] = await db.select({ at: min(table.createdAt) }).from(table)
      return row?.at?.getTime() ?? now.getTime()
    }),
  )
  return addSeconds(new Date(Math.min(now.getTime(), ...oldest)), -STORING_S).toISOString()
}
