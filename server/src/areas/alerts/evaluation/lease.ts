import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Alerts } from '../alerts.ts'
import { alertCursor } from '../tables.ts'

/** An evaluator that takes longer is replaced: what it has computed is dropped. */
const LEASE_S = 20

/** The right to evaluate the next steps of a source. */
export interface SourceLease {
  readonly source: string
  readonly fence: number
  /** Number of the last evaluated step. */
  readonly step: number
}

/** The leases of one evaluator. */
export function openLeases({ db, clock }: Pick<Alerts, 'db' | 'clock'>) {
  const holder = randomUUID()
  /** Steps that need no attention of this evaluator, by source. */
  const passed = new Map<string, number>()
  return {
    /** Whether a step may have to be evaluated. Saves a statement a second. */
    isDue: (source: string, step: number): boolean => step > (passed.get(source) ?? -1),
    passed: (source: string, step: number): void => void passed.set(source, step),
    /** Leases a source. Null if another running evaluator has it.
     * @param firstStep the step before the first one, for a source that was never evaluated */
    async take(source: string, firstStep: number): Promise<SourceLease | null> {
      const now = clock.now()
      const until = addSeconds(now, LEASE_S)
      const [row] = await db
        .insert(alertCursor)
        .values({ source, step: firstStep, holder, until, fence: 1 })
        .onConflictDoUpdate({
          target: alertCursor.source,
          set: { holder, until, fence: sql`${alertCursor.fence} + 1` },
          setWhere: sql`${alertCursor.holder} = ${holder} OR ${alertCursor.until} <= ${now.toISOString()}::timestamptz`,
        })
        .returning()
      return row === undefined ? null : { source, fence: row.fence, step: row.step }
    },
    /** Lets other evaluators take over at once. */
    async release(): Promise<void> {
      await db.update(alertCursor).set({ until: clock.now() }).where(eq(alertCursor.holder, holder))
    },
  }
}

/** Locks the cursor of a source. False if the lease was taken over. */
export async function holdsLease(tx: Transaction, { source, fence }: SourceLease): Promise<boolean> {
  const [row] = await tx
    .select({ fence: alertCursor.fence })
    .from(alertCursor)
    .where(eq(alertCursor.source, source))
    .for('update')
  return row?.fence === fence
}

/** Moves the cursor of a source to a step. */
export async function moveCursor(
  tx: Transaction,
  { source, fence }: SourceLease,
  step: number,
): Promise<void> {
  await tx
    .update(alertCursor)
    .set({ step })
    .where(and(eq(alertCursor.source, source), eq(alertCursor.fence, fence)))
}
