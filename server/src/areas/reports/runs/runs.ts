import type { ReportRun } from '@kinora/contract'
import { and, count, desc, eq, inArray, lt } from 'drizzle-orm'
import type { Caller, Scope } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { problem } from '../../../platform/problem.ts'
import { scheduleRemoval } from '../../library/index.ts'
import { recordRun } from '../reports/report-changes.ts'
import { isShown, lockReport } from '../reports/reports.ts'
import type { ReportsArea } from '../reports-area.ts'
import { dateAt } from '../schedule/next-run.ts'
import { type RunRow, reportMails, reportRuns, reports } from '../tables.ts'
import { postJob, sendJob } from './jobs.ts'
import { insertRun } from './new-runs.ts'
import { enqueueRender, runKey } from './render-run.ts'

const KEPT_S = 90 * 86_400
const SWEPT_AT_ONCE = 100
const open: readonly RunRow['state'][] = ['due', 'rendering', 'sending']

/** A page of the runs of a report, newest first. @throws problem not-found */
export async function listRuns({ db }: ReportsArea, scope: Scope, reportId: string, page: PageQuery) {
  const [report] = await db.select({ id: reports.id }).from(reports).where(isShown(scope, reportId))
  if (report === undefined) throw problem('not-found')
  const where = ofReport(scope, reportId)
  return loadPage(page, {
    select: db.select().from(reportRuns).where(where).orderBy(desc(reportRuns.dueAt), desc(reportRuns.id)),
    total: db.$count(reportRuns, where),
    view: (rows) => viewRuns(db, rows),
  })
}

/** @throws problem not-found */
export async function getRun(db: Queryable, scope: Scope, reportId: string, id: string): Promise<RunRow> {
  const [report] = await db.select({ id: reports.id }).from(reports).where(isShown(scope, reportId))
  const [run] = await db
    .select()
    .from(reportRuns)
    .where(
      and(rowOf(reportRuns, { id, environmentId: scope.environmentId }), eq(reportRuns.reportId, reportId)),
    )
  if (report === undefined || run === undefined) throw problem('not-found')
  return run
}

/** Sends a report now, with the figures of its last complete period. @throws problem not-found, report-busy */
export async function sendReport(area: ReportsArea, caller: Caller, id: string): Promise<ReportRun> {
  const { db, clock } = area
  const run = await db.transaction(async (tx) => {
    const report = await lockReport(tx, caller.scope, id)
    const isBusy = inArray(reportRuns.state, [...open])
    if ((await tx.$count(reportRuns, and(ofReport(caller.scope, id), isBusy))) > 0)
      throw problem('report-busy')
    const at = clock.now()
    const inserted = await insertRun(area, tx, report, { date: dateAt(report, at.getTime()), at }, 'person')
    if (inserted === null) throw problem('report-busy')
    await recordRun(tx, caller, inserted, 'asked', {}, at)
    return inserted
  })
  return viewRun(db, run)
}

/** Tries a failed run again. If it has emails, only those that failed are sent. @throws problem not-found, report-busy */
export async function retryRun(
  area: ReportsArea,
  caller: Caller,
  reportId: string,
  id: string,
): Promise<ReportRun> {
  const { db, clock, jobs } = area
  const run = await db.transaction(async (tx) => {
    await lockReport(tx, caller.scope, reportId)
    const before = await getRun(tx, caller.scope, reportId, id)
    if (before.state !== 'failed' && before.state !== 'partly') throw problem('report-busy')
    const { environmentId } = before
    const failed = await tx
      .update(reportMails)
      .set({ state: 'due', error: null })
      .where(
        and(
          eq(reportMails.environmentId, environmentId),
          eq(reportMails.runId, id),
          eq(reportMails.state, 'failed'),
        ),
      )
      .returning()
    const at = clock.now()
    const state = failed.length > 0 ? ('sending' as const) : ('due' as const)
    const change = { state, reason: null, endedAt: null, attempt: before.attempt + 1, changedAt: at }
    await tx.update(reportRuns).set(change).where(rowOf(reportRuns, before))
    const after = { ...before, ...change }
    if (failed.length === 0) await enqueueRender(area, tx, after)
    for (const mail of failed)
      await jobs.enqueue(
        tx,
        mail.kind === 'email' ? sendJob : postJob,
        { mailId: mail.id },
        { environmentId, key: `${mail.id} ${after.attempt}` },
      )
    await recordRun(tx, caller, after, 'retried', {}, at)
    return after
  })
  return viewRun(db, run)
}

/** Deletes runs with their files after 90 days. */
export async function deleteOldRuns(area: ReportsArea): Promise<void> {
  const { db, clock } = area
  const before = addSeconds(clock.now(), -KEPT_S)
  await db.transaction(async (tx) => {
    const old = tx
      .select({ id: reportRuns.id })
      .from(reportRuns)
      .where(lt(reportRuns.dueAt, before))
      .limit(SWEPT_AT_ONCE)
    const rows = await tx.delete(reportRuns).where(inArray(reportRuns.id, old)).returning()
    for (const row of rows) await scheduleRemoval(area, tx, row.environmentId, runKey(row))
  })
}

function ofReport({ environmentId }: Scope, reportId: string) {
  return and(eq(reportRuns.environmentId, environmentId), eq(reportRuns.reportId, reportId))
}

async function viewRun(db: Queryable, row: RunRow): Promise<ReportRun> {
  const [view] = await viewRuns(db, [row])
  if (view === undefined) throw problem('not-found')
  return view
}

async function viewRuns(db: Queryable, rows: readonly RunRow[]): Promise<ReportRun[]> {
  if (rows.length === 0) return []
  const counts = await db
    .select({ runId: reportMails.runId, state: reportMails.state, mails: count() })
    .from(reportMails)
    .where(and(ofRuns(rows), eq(reportMails.kind, 'email')))
    .groupBy(reportMails.runId, reportMails.state)
  const posts = await db
    .select()
    .from(reportMails)
    .where(and(ofRuns(rows), eq(reportMails.kind, 'webhook')))
  return rows.map((row) => {
    const { id, reportId, localDate, trigger, state, reason, isLate, files, asked } = row
    const own = counts.filter(({ runId }) => runId === id)
    const countOf = (of: string) => own.find((each) => each.state === of)?.mails ?? 0
    const mails = own.reduce((sum, each) => sum + each.mails, 0)
    const post = posts.find(({ runId }) => runId === id)
    return {
      id,
      reportId,
      localDate,
      trigger,
      state,
      reason,
      isLate,
      files,
      from: row.coversFrom.toISOString(),
      to: row.coversTo.toISOString(),
      dueAt: row.dueAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
      recipients: {
        total: mails === 0 && post === undefined ? asked.recipients.length : mails,
        sent: countOf('sent'),
        failed: countOf('failed'),
      },
      webhook:
        post === undefined
          ? null
          : { host: post.recipient, state: post.state, attempts: post.attempts, fault: post.error },
    }
  })
}

/** Condition: sent for one of the runs. */
function ofRuns(rows: readonly RunRow[]) {
  return and(
    inArray(
      reportMails.runId,
      rows.map(({ id }) => id),
    ),
    inArray(
      reportMails.environmentId,
      rows.map(({ environmentId }) => environmentId),
    ),
  )
}
