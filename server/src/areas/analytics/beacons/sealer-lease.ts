import { randomUUID } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { addSeconds, type Clock } from '../../../platform/clock.ts'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { StartupFailure } from '../../../platform/startup-failure.ts'
import { viewEventSealers } from '../deltas/tables.ts'

const NAME = 'view-events'
/** A process that does not renew its lease for this time is replaced. */
const LEASE_S = 10
/** Lease of a backup, which renews it. A restored Kinora waits for its end, so it is short. */
const PAUSE_S = 5
const RENEW_MS = 1000

/** The lease of the one process that moves events into the warehouse. */
export interface SealerLease {
  /** Takes or renews the lease. Returns false if another running process has it.
   * @param lost called before the lease of another process is taken over */
  take(tx: Transaction, lost: () => void): Promise<boolean>
  release(): Promise<void>
}

export function sealerLease(db: Database, clock: Clock): SealerLease {
  const owner = randomUUID()
  return {
    async take(tx, lost) {
      const now = clock.now()
      const [before] = await tx
        .select()
        .from(viewEventSealers)
        .where(eq(viewEventSealers.name, NAME))
        .for('update')
      if (before !== undefined && before.owner !== owner && before.validUntil > now) return false
      if (before?.owner !== owner) lost()
      const validUntil = addSeconds(now, LEASE_S)
      const taken = await tx
        .insert(viewEventSealers)
        .values({ name: NAME, owner, validUntil })
        .onConflictDoUpdate({
          target: viewEventSealers.name,
          set: { owner, validUntil },
          // Another process may have been first where there was no row to lock.
          setWhere: sql`${viewEventSealers.owner} = ${owner} OR ${viewEventSealers.validUntil} <= ${now}`,
        })
        .returning()
      return taken.length > 0
    },
    async release() {
      await db
        .update(viewEventSealers)
        .set({ validUntil: clock.now() })
        .where(and(eq(viewEventSealers.name, NAME), eq(viewEventSealers.owner, owner)))
        .catch(() => undefined)
    },
  }
}

/** Runs `work` under the lease, taken from the process that has it. That process may still be sending one batch.
 * @throws StartupFailure if the lease was lost during the work */
export async function withoutSealing<T>(db: Database, clock: Clock, work: () => Promise<T>): Promise<T> {
  const owner = randomUUID()
  const validUntil = () => addSeconds(clock.now(), PAUSE_S)
  const isOwn = () =>
    and(
      eq(viewEventSealers.name, NAME),
      eq(viewEventSealers.owner, owner),
      gt(viewEventSealers.validUntil, clock.now()),
    )
  const set = { owner, validUntil: validUntil() }
  await db
    .insert(viewEventSealers)
    .values({ name: NAME, ...set })
    .onConflictDoUpdate({ target: viewEventSealers.name, set })
  const renewing = setInterval(() => {
    db.update(viewEventSealers)
      .set({ validUntil: validUntil() })
      .where(isOwn())
      .catch(() => undefined)
  }, RENEW_MS)
  const end = () => db.update(viewEventSealers).set({ validUntil: clock.now() }).where(isOwn()).returning()
  try {
    const result = await work()
    if ((await end()).length === 0)
      throw new StartupFailure('The backup was too slow: views were counted meanwhile. Start it again.')
    return result
  } catch (error) {
    await end().catch(() => undefined)
    throw error
  } finally {
    clearInterval(renewing)
  }
}
