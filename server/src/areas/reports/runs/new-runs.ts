import { and, asc, isNotNull, lte } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { ReportsArea } from '../reports-area.ts'
import { coveredBy, nextRun, type Occurrence, runsBetween } from '../schedule/next-run.ts'
import { type ReportRow, type RunRow, reportRuns, reports } from '../tables.ts'
import { renderJob } from './jobs.ts'

const REPORTS_AT_ONCE = 100
/** Bounds the work of a sweep. */
const MOST_ROUNDS = 100
/** Runs that were due before this time are marked as late. */
const LATE_MS = 15 * 60_000
/** Runs that were missed while Kinora was not running: at most this many are made up, the newest ones. */
const MOST_MISSED = 7

/** Makes the runs that are due. Each date has one, however many processes ask. */
export async function makeDueRuns(area: ReportsArea): Promise<void> {
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds++) if ((await makeSomeRuns(area)) === 0) return
}

/** @returns the number of reports that had runs made, 0 if that were all of them */
async function makeSomeRuns(area: ReportsArea): Promise<number> {
  const { db, clock, log } = area
  const now = clock.now()
  let made = 0
  const due = await db
    .select({ id: reports.id, environmentId: reports.environmentId })
    .from(reports)
    .where(and(isNotNull(reports.nextAt), lte(reports.nextAt, now)))
    .orderBy(asc(reports.nextAt))
    .limit(REPORTS_AT_ONCE)
  for (const ref of due) {
    try {
      await db.transaction(async (tx) => {
        const [row] = await tx.select().from(reports).where(rowOf(reports, ref)).for('update')
        if (row?.nextAt != null && row.nextAt <= now) await makeRuns(area, tx, row, row.nextAt, now)
      })
      made += 1
    } catch (err) {
      // Another report must not wait for one whose time zone no longer exists.
      log.error({ err, reportId: ref.id }, 'the runs of a report could not be made')
      if (err instanceof RangeError) await db.update(reports).set({ nextAt: null }).where(rowOf(reports, ref))
    }
  }
  return due.length < REPORTS_AT_ONCE ? 0 : made
}

async function makeRuns(
  area: ReportsArea,
  tx: Transaction,
  report: ReportRow,
  nextAt: Date,
  now: Date,
): Promise<void> {
  const missed = runsBetween(report, nextAt.getTime() - 1, now.getTime()).slice(-MOST_MISSED)
  for (const occurrence of missed) await insertRun(area, tx, report, occurrence, 'schedule')
  const next = nextRun(report, now.getTime())?.at ?? null
  await tx.update(reports).set({ nextAt: next }).where(rowOf(reports, report))
}

/** Inserts a run with its job. Null if the date has one already. */
export async function insertRun(
  { clock, jobs }: ReportsArea,
  tx: Transaction,
  report: ReportRow,
  { date, at }: Occurrence,
  trigger: RunRow['trigger'],
): Promise<RunRow | null> {
  const now = clock.now()
  const { environmentId } = report
  const { from: coversFrom, to: coversTo } = coveredBy(report, date)
  const [run] = await tx
    .insert(reportRuns)
    .values({
      id: uuidv7(now.getTime()),
      environmentId,
      reportId: report.id,
      localDate: date,
      trigger,
      state: 'due',
      isLate: now.getTime() - at.getTime() > LATE_MS,
      coversFrom,
      coversTo,
      asked: askedBy(report),
      dueAt: at,
      changedAt: now,
    })
    .onConflictDoNothing()
    .returning()
  if (run === undefined) return null
  await jobs.enqueue(tx, renderJob, { runId: run.id }, { environmentId, key: run.id })
  return run
}

function askedBy(report: ReportRow): RunRow['asked'] {
  const { organizationId, name, recipients, timezone, metrics, filters } = report
  const { splitBy, formats, language, savedBy, savedById } = report
  return {
    organizationId,
    name,
    recipients,
    timezone,
    metrics,
    filters,
    splitBy,
    formats,
    language,
    savedBy,
    savedById,
  }
}
