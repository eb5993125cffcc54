import { type analyticsCalls, type BodyOf, exportLimits, type ViewExport } from '@kinora/contract'
import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { type Caller, can, type Scope } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { assertBelowLimit } from '../../../platform/database/row-limits.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changeRecorder } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import { assertFreeSpace } from '../../../platform/storage/free-space.ts'
import { scheduleRemoval } from '../../library/index.ts'
import type { Analytics } from '../analytics.ts'
import { filtersOf, rowsOf, viewScope } from '../metrics/scope.ts'
import { whereOf } from '../metrics/statements.ts'
import { timeRangeOf } from '../metrics/time-range.ts'
import type { ViewScope } from '../metrics/view-scope.ts'
import { exportJob } from './jobs.ts'
import { type ExportRef, type ExportRow, viewExports } from './tables.ts'

const KEPT_SECONDS = exportLimits.keptDays * 86_400
/** Upper estimate of the size of a row in the largest format. */
const ROW_BYTES = 500
const SWEPT_AT_ONCE = 100

export const exportKey = ({ id, environmentId }: ExportRef) => `exports/${environmentId}/${id}`

/** Maximum rows of a file. Sheets have a lower maximum. */
export function mostRows(format: ExportRow['format']): number {
  return format === 'xlsx' ? exportLimits.sheetRows : exportLimits.rows
}

/** Creates an export of the views that have started so far. @throws problem warehouse-away, range-too-long,
 * timezone-unknown, export-too-long, exports-under-way, limit-reached, storage-full */
export async function createViewExport(
  analytics: Analytics,
  caller: Caller,
  { format, ...given }: BodyOf<(typeof analyticsCalls)['createViewExport']>,
): Promise<ViewExport> {
  const { db, clock, jobs } = analytics
  const { environmentId, filter } = caller.scope
  const createdAt = clock.now()
  const { from, timezone } = given
  // Views that start later are excluded, so that pages do not shift.
  const lastMs = Math.max(createdAt.getTime(), Date.parse(from) + 1)
  const to = new Date(Math.min(Date.parse(given.to), lastMs)).toISOString()
  const asked = { from, to, timezone, filters: filtersOf(given) }
  const row: ExportRow = {
    id: uuidv7(createdAt.getTime()),
    environmentId,
    format,
    asked,
    roleFilter: filter,
    status: 'waiting',
    rowsTotal: 0,
    rowsDone: 0,
    bytes: null,
    problem: null,
    createdAt,
    createdBy: caller.actor.name,
    createdById: caller.actor.userId,
  }
  row.rowsTotal = await countViews(analytics, await exportScope(analytics, row))
  if (row.rowsTotal > mostRows(format))
    throw problem('export-too-long', {
      detail: `There are ${row.rowsTotal} views; the maximum is ${mostRows(format)}`,
    })
  await assertFreeSpace(analytics, row.rowsTotal * ROW_BYTES)
  return db.transaction(async (tx) => {
    const lock = `view exports ${environmentId}`
    const isUnderWay = inArray(viewExports.status, ['waiting', 'running'])
    const inEnvironment = eq(viewExports.environmentId, environmentId)
    await assertBelowLimit(tx, viewExports, and(inEnvironment, isUnderWay), {
      lock,
      most: exportLimits.underWay,
      problem: 'exports-under-way',
    })
    await assertBelowLimit(tx, viewExports, inEnvironment, {
      lock,
      most: exportLimits.kept,
      problem: 'limit-reached',
    })
    await tx.insert(viewExports).values(row)
    await jobs.enqueue(tx, exportJob, { exportId: row.id }, { environmentId, key: row.id })
    await recordExport(tx, caller, row, 'created', { after: factsOf(row) }, createdAt)
    return viewOf(row, caller)
  })
}

/** The views of an export, limited by the role of its creator at that time. @throws problem warehouse-away */
export function exportScope(
  analytics: Analytics,
  { environmentId, roleFilter, asked }: ExportRow,
): Promise<ViewScope> {
  const { filters, ...range } = asked
  const caller = { environmentId, filter: roleFilter }
  return viewScope(analytics, [caller], timeRangeOf({ ...range, interval: 'day' }), filters)
}

async function countViews(analytics: Analytics, scope: ViewScope): Promise<number> {
  const [row] = await rowsOf<{ counted: number }>(
    analytics,
    `SELECT sum(views.views) AS counted FROM views ${whereOf(scope)}`,
  )
  return row?.counted ?? 0
}

export async function listViewExports({ db }: Analytics, caller: Caller): Promise<{ items: ViewExport[] }> {
  const { scope } = caller
  const rows = await db
    .select()
    .from(viewExports)
    .where(and(eq(viewExports.environmentId, scope.environmentId), isVisible(scope)))
    .orderBy(desc(viewExports.createdAt), viewExports.id)
    .limit(exportLimits.kept)
  return { items: rows.map((row) => viewOf(row, caller)) }
}

/** @throws problem not-found */
export async function getViewExport(db: Queryable, scope: Scope, id: string): Promise<ExportRow> {
  const ref = { id, environmentId: scope.environmentId }
  const [row] = await db
    .select()
    .from(viewExports)
    .where(and(rowOf(viewExports, ref), isVisible(scope)))
  if (row === undefined) throw problem('not-found')
  return row
}

/** Callers whose role has a filter see only their own exports that were created with the same filter. */
function isVisible({ filter }: Scope): SQL | undefined {
  if (filter === null) return undefined
  const isSame = sql`${viewExports.roleFilter} = ${JSON.stringify(filter)}::jsonb`
  return and(eq(viewExports.createdById, filter.userId), isSame)
}

/** Cancels an export, or deletes its file. @throws problem not-found, forbidden for an export of somebody else without
 * the right to delete */
export async function deleteViewExport(analytics: Analytics, caller: Caller, id: string): Promise<void> {
  await analytics.db.transaction(async (tx) => {
    const row = await getViewExport(tx, caller.scope, id)
    if (!mayDelete(caller, row)) throw problem('forbidden')
    await tx.delete(viewExports).where(rowOf(viewExports, row))
    await scheduleRemoval(analytics, tx, row.environmentId, exportKey(row))
    await recordExport(tx, caller, row, 'deleted', { before: factsOf(row) }, analytics.clock.now())
  })
}

/** Whether the caller created the export or has the right to delete views. A token has no exports of its own, not even those
 * of its creator. */
function mayDelete({ actor, scope }: Caller, { createdById }: ExportRow): boolean {
  const isMine = actor.kind === 'person' && actor.userId === createdById
  return isMine || can(scope.grants, ['Analytics', 'Views', 'delete'])
}

/** Deletes exports with their files after 7 days. */
export async function deleteOldExports(analytics: Analytics): Promise<void> {
  const { db, clock } = analytics
  const until = addSeconds(clock.now(), -KEPT_SECONDS)
  await db.transaction(async (tx) => {
    const old = tx
      .select({ id: viewExports.id })
      .from(viewExports)
      .where(lt(viewExports.createdAt, until))
      .limit(SWEPT_AT_ONCE)
    const rows = await tx.delete(viewExports).where(inArray(viewExports.id, old)).returning()
    for (const row of rows) await scheduleRemoval(analytics, tx, row.environmentId, exportKey(row))
  })
}

export function viewOf(row: ExportRow, caller: Caller): ViewExport {
  const { id, asked, format, status, rowsDone, rowsTotal, bytes, problem, createdBy, createdAt } = row
  return {
    id,
    from: asked.from,
    to: asked.to,
    format,
    status,
    rowsDone,
    rowsTotal,
    bytes,
    problem,
    createdBy,
    mayDelete: mayDelete(caller, row),
    createdAt: createdAt.toISOString(),
    expiresAt: addSeconds(createdAt, KEPT_SECONDS).toISOString(),
  }
}

export function exportName({ asked, format }: ExportRow): string {
  return `views ${asked.from.slice(0, 10)} ${asked.to.slice(0, 10)}.${format}`
}

type Verb = 'created' | 'downloaded' | 'deleted'

export const recordExport = changeRecorder((row: ExportRow, verb: Verb) => ({
  object: { type: 'view_export', id: row.id, name: exportName(row) },
  action: `view_export.${verb}`,
}))

function factsOf({ format, asked, rowsTotal }: ExportRow) {
  return { format, from: asked.from, to: asked.to, filters: asked.filters, rows: rowsTotal }
}
