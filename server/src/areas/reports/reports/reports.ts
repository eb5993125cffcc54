import { messages, type Report, type ReportBody, type SavedReport } from '@kinora/contract'
import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Caller, Scope } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { fold } from '../../../platform/database/fold.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { matchesPhrase } from '../../../platform/database/like.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { assertBelowLimit } from '../../../platform/database/row-limits.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { problem } from '../../../platform/problem.ts'
import { scheduleRemoval } from '../../library/index.ts'
import type { ReportsArea } from '../reports-area.ts'
import { isZone, nextRun } from '../schedule/next-run.ts'
import { type ReportRef, type ReportRow, reportRuns, reports } from '../tables.ts'
import { recordReport } from './report-changes.ts'
import { type StoredWebhook, storeWebhook } from './report-webhook.ts'

/** Folder of the files of a report's runs. */
export const reportKey = ({ id, environmentId }: ReportRef) => `reports/${environmentId}/${id}`

/** A worker may write a file after a deletion. Removed again after this time. */
const LATE_FILES_S = 24 * 3600

/** @throws problem timezone-unknown, report-limit, url-not-allowed, request-invalid without any receiver */
export async function createReport(
  area: ReportsArea,
  caller: Caller,
  body: ReportBody,
): Promise<SavedReport> {
  const { columns, secret } = await storeWebhook(area, body.webhookUrl)
  const row = await insertReport(area, caller, { ...fieldsOf(body), ...columns }, false)
  return { ...(await viewReport(area.db, row)), webhookSecret: secret }
}

/** Copies a report. The copy is paused, so that nothing is sent before a person has changed it.
 * @throws problem not-found, report-limit */
export async function duplicateReport(area: ReportsArea, caller: Caller, id: string): Promise<Report> {
  const [row] = await area.db.select().from(reports).where(isShown(caller.scope, id))
  if (row === undefined) throw problem('not-found')
  return viewReport(area.db, await insertReport(area, caller, row, true))
}

type Fields = ReturnType<typeof fieldsOf> & StoredWebhook['columns']

async function insertReport(
  { db, clock, config }: ReportsArea,
  caller: Caller,
  fields: Fields,
  isPaused: boolean,
): Promise<ReportRow> {
  const { organizationId, environmentId } = caller.scope
  const createdAt = clock.now()
  return db.transaction(async (tx) => {
    await assertBelowLimit(tx, reports, eq(reports.organizationId, organizationId), {
      lock: `reports ${organizationId}`,
      most: config.REPORTS_MAX,
      problem: 'report-limit',
    })
    assertReceiver(fields)
    const row: ReportRow = {
      ...fields,
      id: uuidv7(createdAt.getTime()),
      organizationId,
      environmentId,
      isPaused,
      nextAt: isPaused ? null : nextAtOf(fields, createdAt),
      createdBy: caller.actor.name,
      ...saver(caller),
      createdAt,
    }
    await tx.insert(reports).values(row)
    await recordReport(tx, caller, row, 'created', { after: factsOf(row) }, createdAt)
    return row
  })
}

/** A page of the reports that the caller sees, newest first. */
export async function listReports(
  { db }: ReportsArea,
  scope: Scope,
  { phrase, ...page }: PageQuery & { readonly phrase?: string | undefined },
) {
  const where = and(isVisible(scope), matchesPhrase(reports.searchText, phrase))
  return loadPage(page, {
    select: db.select().from(reports).where(where).orderBy(desc(reports.createdAt), asc(reports.id)),
    total: db.$count(reports, where),
    view: (rows) => viewReports(db, rows),
  })
}

/** @throws problem not-found */
export async function getReport({ db }: ReportsArea, scope: Scope, id: string): Promise<Report> {
  const [row] = await db.select().from(reports).where(isShown(scope, id))
  if (row === undefined) throw problem('not-found')
  return viewReport(db, row)
}

/** Replaces a report. Its figures are computed with the rights of the caller from now on.
 * @throws problem not-found, timezone-unknown, url-not-allowed, request-invalid without any receiver */
export async function updateReport(
  area: ReportsArea,
  caller: Caller,
  id: string,
  body: ReportBody,
): Promise<SavedReport> {
  const { db, clock } = area
  const at = clock.now()
  const webhook = await storeWebhook(area, body.webhookUrl)
  const row = await db.transaction(async (tx) => {
    const before = await lockReport(tx, caller.scope, id)
    const { webhookHost, webhookEncrypted } = body.webhookUrl === undefined ? before : webhook.columns
    const fields = { ...fieldsOf(body), webhookHost, webhookEncrypted }
    assertReceiver(fields)
    const nextAt = before.isPaused ? null : nextAtOf(fields, at)
    const change = { ...fields, ...saver(caller), nextAt }
    await tx.update(reports).set(change).where(rowOf(reports, before))
    const after = { ...before, ...change }
    const values = { before: factsOf(before), after: factsOf(after) }
    await recordReport(tx, caller, after, 'updated', values, at)
    return after
  })
  return { ...(await viewReport(db, row)), webhookSecret: webhook.secret }
}

/** @throws problem not-found */
export async function deleteReport(area: ReportsArea, caller: Caller, id: string): Promise<void> {
  await area.db.transaction(async (tx) => {
    const row = await lockReport(tx, caller.scope, id)
    await tx.delete(reports).where(rowOf(reports, row))
    await recordReport(tx, caller, row, 'deleted', { before: factsOf(row) }, area.clock.now())
    for (const afterSeconds of [0, LATE_FILES_S])
      await scheduleRemoval(area, tx, row.environmentId, reportKey(row), afterSeconds)
  })
}

/** Pauses a report, or resumes it from now on. Does nothing if it is so already. @throws problem not-found */
export async function pauseReport(
  { db, clock }: ReportsArea,
  caller: Caller,
  id: string,
  isPaused: boolean,
): Promise<Report> {
  const at = clock.now()
  const row = await db.transaction(async (tx) => {
    const before = await lockReport(tx, caller.scope, id)
    if (before.isPaused === isPaused) return before
    const change = { isPaused, nextAt: isPaused ? null : nextAtOf(before, at) }
    await tx.update(reports).set(change).where(rowOf(reports, before))
    const after = { ...before, ...change }
    await recordReport(tx, caller, after, isPaused ? 'paused' : 'resumed', {}, at)
    return after
  })
  return viewReport(db, row)
}

/** Locks a report that the caller sees. @throws problem not-found */
export async function lockReport(tx: Transaction, scope: Scope, id: string): Promise<ReportRow> {
  const [row] = await tx.select().from(reports).where(isShown(scope, id)).for('update')
  if (row === undefined) throw problem('not-found')
  return row
}

/** Condition: a report that the caller sees. */
export function isShown(scope: Scope, id: string) {
  return and(rowOf(reports, { id, environmentId: scope.environmentId }), isVisible(scope))
}

/** Callers whose role has a filter see only reports whose figures have the same rights: their own. */
function isVisible({ environmentId, filter }: Scope) {
  return and(
    eq(reports.environmentId, environmentId),
    filter === null ? undefined : eq(reports.savedById, filter.userId),
  )
}

/** @throws problem timezone-unknown */
export function assertZone({ timezone }: Pick<ReportBody, 'timezone'>): void {
  if (!isZone(timezone)) throw problem('timezone-unknown')
}

/** @throws problem timezone-unknown */
function fieldsOf({ webhookUrl: _url, ...body }: ReportBody) {
  assertZone(body)
  const { frequency, sendOn, weekday, monthDay } = body
  return {
    ...body,
    searchText: fold(body.name),
    recipients: [...new Set(body.recipients.map((address) => address.toLowerCase()))],
    metrics: [...new Set(body.metrics)],
    formats: [...new Set(body.formats)],
    sendOn: frequency === 'once' ? sendOn : null,
    weekday: frequency === 'weekly' ? weekday : null,
    monthDay: frequency === 'monthly' ? monthDay : null,
  }
}

/** @throws problem request-invalid */
function assertReceiver({ recipients, webhookHost }: Pick<ReportRow, 'recipients' | 'webhookHost'>): void {
  if (recipients.length === 0 && webhookHost === null)
    throw problem('request-invalid', { errors: [{ path: 'body.recipients', message: messages.required }] })
}

const nextAtOf = (fields: Pick<ReportRow, keyof ReturnType<typeof fieldsOf>>, after: Date) =>
  nextRun(fields, after.getTime())?.at ?? null

function saver({ actor }: Caller): Pick<ReportRow, 'savedBy' | 'savedById'> {
  return { savedBy: actor.name, savedById: actor.userId }
}

function factsOf(row: ReportRow) {
  const { name, recipients, webhookHost, frequency, sendTime, timezone } = row
  const { metrics, filters, splitBy, formats } = row
  return { name, recipients, webhookHost, frequency, sendTime, timezone, metrics, filters, splitBy, formats }
}

async function viewReport(db: Queryable, row: ReportRow): Promise<Report> {
  const [view] = await viewReports(db, [row])
  if (view === undefined) throw problem('not-found')
  return view
}

async function viewReports(db: Queryable, rows: readonly ReportRow[]): Promise<Report[]> {
  const ids = rows.map(({ id }) => id)
  const environmentIds = rows.map(({ environmentId }) => environmentId)
  const newest =
    ids.length === 0
      ? []
      : await db
          .selectDistinctOn([reportRuns.reportId])
          .from(reportRuns)
          .where(and(inArray(reportRuns.reportId, ids), inArray(reportRuns.environmentId, environmentIds)))
          .orderBy(reportRuns.reportId, desc(reportRuns.dueAt), desc(reportRuns.id))
  const runs = new Map(newest.map((run) => [run.reportId, run]))
  return rows.map((row) => {
    const { organizationId: _o, searchText: _s, savedById: _b, webhookEncrypted: _w, ...shown } = row
    const { nextAt, createdAt, ...fields } = shown
    const run = runs.get(row.id)
    return {
      ...fields,
      nextAt: nextAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
      lastRun: run === undefined ? null : { id: run.id, state: run.state, at: run.dueAt.toISOString() },
    }
  })
}
