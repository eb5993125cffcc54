import { and, asc, eq, gt, lte, notInArray } from 'drizzle-orm'
import type { Stop } from '../../../platform/area.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { repeat } from '../../../platform/jobs/repeat.ts'
import type { Intake } from '../intake.ts'
import { type WatchFolderRow, watchFolders } from '../tables.ts'
import { SCAN_LEASE_S, scanFolder } from './scan-folder.ts'

/** How often due folders are looked for. */
const TICK_MS = 1000
/** Folders that a process lists at once: a server that answers slowly must not hold up all others. */
const AT_ONCE = 4
const EVERY_S = 5
/** Large folders are listed less often: a tenth of the time is spent on listing. */
const REST_RATIO = 9

/** Lists watched folders again and again. Several processes can do so: a folder is listed by one at a time. */
export function startScanning(intake: Intake): Stop {
  // A disk that does not answer must not take all places, one after the other.
  const busy = new Set<string>()
  const tasks = Array.from({ length: AT_ONCE }, () =>
    repeat(async () => ((await scanNext(intake, busy)) ? 0 : TICK_MS), 'listing watched folders', intake.log),
  )
  return async () => {
    await Promise.all(tasks.map((task) => task.stop()))
  }
}

/** Lists the folder that has been due for longest. False if none is due. @param busy folders that this process lists */
async function scanNext(intake: Intake, busy: Set<string>): Promise<boolean> {
  const { db, clock } = intake
  const folder = await leaseFolder(intake, [...busy])
  if (folder === null) return false
  busy.add(folder.id)
  try {
    const startedAt = performance.now()
    await scanFolder(intake, folder)
    const restS = Math.max(EVERY_S, ((performance.now() - startedAt) / 1000) * REST_RATIO)
    const now = clock.now()
    await db
      .update(watchFolders)
      .set({ scanAt: addSeconds(now, restS) })
      // Due again if a person has asked for it meanwhile.
      .where(
        and(rowOf(watchFolders, folder), eq(watchFolders.fence, folder.fence), gt(watchFolders.scanAt, now)),
      )
  } finally {
    busy.delete(folder.id)
  }
  return true
}

async function leaseFolder({ db, clock }: Intake, busy: string[]): Promise<WatchFolderRow | null> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const [due] = await tx
      .select()
      .from(watchFolders)
      .where(and(lte(watchFolders.scanAt, now), notInArray(watchFolders.id, busy)))
      .orderBy(asc(watchFolders.scanAt))
      .limit(1)
      .for('update', { skipLocked: true })
    if (due === undefined) return null
    const change = { scanAt: addSeconds(now, SCAN_LEASE_S), fence: due.fence + 1 }
    await tx.update(watchFolders).set(change).where(rowOf(watchFolders, due))
    return { ...due, ...change }
  })
}
