import { min } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { viewEventBatches, viewEventSegments } from './tables.ts'

/** The time before which all reports that have arrived are in the warehouse, as of the last second. Read it before the
 * figures themselves. */
export type FreshTime = () => Promise<string>

/** Reports may arrive this long before they are stored. */
const STORING_S = 1
/** A time that was true stays true. */
const KEPT_MS = 1000

export function freshTimes({ db, clock }: Pick<Platform, 'db' | 'clock'>): FreshTime {
  let last: { readonly readMs: number; readonly time: Promise<string> } | undefined

  return () => {
    const now = clock.now()
    const age = now.getTime() - (last?.readMs ?? Number.NEGATIVE_INFINITY)
    if (last !== undefined && age >= 0 && age < KEPT_MS) return last.time
    const read = { readMs: now.getTime(), time: freshTimeAt(db, now) }
    last = read
    read.time.catch(() => {
      if (last === read) last = undefined
    })
    return read.time
  }
}

async function freshTimeAt(db: Platform['db'], now: Date): Promise<string> {
  const oldest = await Promise.all(
    [viewEventSegments, viewEventBatches].map(async (table) => {
      const [row] = await db.select({ at: min(table.createdAt) }).from(table)
      return row?.at?.getTime() ?? now.getTime()
    }),
  )
  return addSeconds(new Date(Math.min(now.getTime(), ...oldest)), -STORING_S).toISOString()
}
