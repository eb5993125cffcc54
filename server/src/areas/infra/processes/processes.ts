import { desc, lt } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Infra } from '../infra.ts'
import { infraProcesses, type ProcessRow } from '../tables.ts'

/** A process that has not reported for longer does not run, or hangs. */
const SILENT_S = 50
const KEPT_S = 3600
const MAX_PROCESSES = 200

export interface KnownProcess extends ProcessRow {
  readonly isRunning: boolean
}

/** Processes that run, or that stopped reporting within the last hour. The newest first. */
export async function loadProcesses({ db, clock }: Pick<Infra, 'db' | 'clock'>): Promise<KnownProcess[]> {
  const rows = await db
    .select()
    .from(infraProcesses)
    .orderBy(desc(infraProcesses.seenAt), desc(infraProcesses.id))
    .limit(MAX_PROCESSES)
  const silentBefore = addSeconds(clock.now(), -SILENT_S)
  return rows.map((row) => ({ ...row, isRunning: row.seenAt >= silentBefore }))
}

/** Deletes rows of processes that are gone for long. */
export async function deleteOldProcesses({ db, clock }: Pick<Infra, 'db' | 'clock'>): Promise<void> {
  await db.delete(infraProcesses).where(lt(infraProcesses.seenAt, addSeconds(clock.now(), -KEPT_S)))
}
