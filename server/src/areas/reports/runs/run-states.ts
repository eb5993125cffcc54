import type { ReportReason } from '@kinora/contract'
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordRun } from '../reports/report-changes.ts'
import type { ReportsArea } from '../reports-area.ts'
import { type RunRef, type RunRow, reportMails, reportRuns } from '../tables.ts'

type Context = Pick<ReportsArea, 'db' | 'clock'>

/** A run without any change for this long was forgotten by its jobs, which last half an hour at most. */
const STUCK_MS = 6 * 3_600_000

/** Changes a run that is in one of these states. Null if it is not. */
export async function changeRun(
  db: Queryable,
  run: RunRef,
  from: readonly RunRow['state'][],
  change: Partial<RunRow>,
  changedAt: Date,
): Promise<RunRow | null> {
  const [row] = await db
    .update(reportRuns)
    .set({ ...change, changedAt })
    .where(and(rowOf(reportRuns, run), inArray(reportRuns.state, [...from])))
    .returning()
  return row ?? null
}

/** Ends a run without emails. Does nothing if it has ended. */
export async function failRun({ db, clock }: Context, run: RunRef, reason: ReportReason): Promise<void> {
  await db.transaction(async (tx) => {
    const at = clock.now()
    const row = await changeRun(tx, run, ['due', 'rendering'], { state: 'failed', reason, endedAt: at }, at)
    if (row !== null) await recordRun(tx, null, row, 'failed', {}, at)
  })
}

/** Ends a run if all of its emails have ended. */
export async function finishRun({ clock }: Context, tx: Transaction, run: RunRef): Promise<void> {
  const [locked] = await tx.select().from(reportRuns).where(rowOf(reportRuns, run)).for('update')
  if (locked?.state !== 'sending') return
  const mails = await tx
    .select({ state: reportMails.state, kind: reportMails.kind })
    .from(reportMails)
    .where(and(eq(reportMails.environmentId, run.environmentId), eq(reportMails.runId, run.id)))
  if (mails.some(({ state }) => state === 'due' || state === 'sending')) return
  const sent = mails.filter(({ state }) => state === 'sent').length
  const state = sent === mails.length ? 'sent' : sent > 0 ? 'partly' : 'failed'
  const isWebhook = mails.every(({ kind, state: own }) => own === 'sent' || kind === 'webhook')
  const failure = isWebhook ? 'webhook-failed' : 'mail-failed'
  const reason = state === 'sent' ? null : failure
  const at = clock.now()
  const row = await changeRun(tx, run, ['sending'], { state, reason, endedAt: at }, at)
  if (row !== null) await recordRun(tx, null, row, state === 'sent' ? 'sent' : 'failed', {}, at)
}

/** Ends runs whose jobs were lost, such as by a restore of an older queue. */
export async function endStuckRuns(area: Context): Promise<void> {
  const { db, clock } = area
  const before = new Date(clock.now().getTime() - STUCK_MS)
  const open = inArray(reportRuns.state, ['due', 'rendering', 'sending'])
  const stuck = await db
    .select()
    .from(reportRuns)
    .where(and(open, lt(reportRuns.changedAt, before)))
    .limit(100)
  for (const run of stuck) {
    await failRun(area, run, 'interrupted')
    await db.transaction(async (tx) => {
      await tx
        .update(reportMails)
        .set({ state: 'failed', error: 'interrupted' })
        .where(
          and(
            eq(reportMails.environmentId, run.environmentId),
            eq(reportMails.runId, run.id),
            inArray(reportMails.state, ['due', 'sending']),
          ),
        )
      await finishRun(area, tx, run)
    })
  }
}
