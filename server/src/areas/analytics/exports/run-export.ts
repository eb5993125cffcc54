import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { exportFaults } from '@kinora/contract'
import { and, inArray } from 'drizzle-orm'
import { publicId } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { type AnyHandler, defineHandler } from '../../../platform/jobs/jobs.ts'
import { Problem, problem } from '../../../platform/problem.ts'
import type { Table } from '../../../platform/workbook/sheet-tasks.ts'
import type { Analytics } from '../analytics.ts'
import { exportTypes } from './export-types.ts'
import { exportJob } from './jobs.ts'
import { type ExportRef, type ExportRow, viewExports } from './tables.ts'
import { exportKey, exportScope, mostRows } from './view-exports.ts'
import { writeViewFile } from './view-file.ts'
import { viewPages } from './view-pages.ts'
import { viewTable } from './view-rows.ts'

type Fault = (typeof exportFaults)[number]

/** Thrown if the export was deleted, or another attempt finished it, while this one ran. */
class ExportGone extends Error {
  override readonly name = 'ExportGone'
}

export function exportHandler(analytics: Analytics): AnyHandler {
  return defineHandler({
    definition: exportJob,
    async run({ exportId: id }, { environmentId, signal }) {
      const ref = { id, environmentId }
      try {
        await runExport(analytics, ref, signal)
      } catch (error) {
        if (error instanceof ExportGone) return await deleteUnusedFile(analytics, ref)
        // Other problems are permanent, so the job is not retried.
        if (!(error instanceof Problem) || error.id === 'warehouse-away') throw error
        await failExport(analytics, ref, faultOf(error))
      }
    },
    failed: ({ exportId: id }, error, { environmentId }) =>
      failExport(analytics, { id, environmentId }, faultOf(error)),
  })
}

/** Writes the file to the work folder first, so that the storage never has a partial file. Starts over after a crash. */
async function runExport(analytics: Analytics, ref: ExportRef, signal: AbortSignal): Promise<void> {
  const { db, storage, workers, workFolder } = analytics
  const [row] = await db.select().from(viewExports).where(rowOf(viewExports, ref))
  if (row === undefined) throw new ExportGone()
  if (row.status === 'ready' || row.status === 'failed') return
  await update(analytics, row, { status: 'running', rowsDone: 0 })
  const folder = join(workFolder, publicId())
  const path = join(folder, 'views')
  await mkdir(folder)
  try {
    let rowsDone = 0
    const pages = tablesOf(analytics, row, signal, (rows) => {
      rowsDone = rows
    })
    await writeViewFile(workers, path, row.format, viewTable([]).columns, pages)
    const { size: bytes } = await stat(path)
    await storage.putFile(exportKey(row), path, exportTypes[row.format])
    await update(analytics, row, { status: 'ready', rowsDone, bytes })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Yields pages of rows and updates the progress before each. @throws ExportGone, problem export-too-long */
async function* tablesOf(
  analytics: Analytics,
  row: ExportRow,
  signal: AbortSignal,
  report: (rows: number) => void,
): AsyncGenerator<Table> {
  let rowsDone = 0
  for await (const items of viewPages(analytics, await exportScope(analytics, row), signal)) {
    await update(analytics, row, { rowsDone })
    rowsDone += items.length
    if (rowsDone > mostRows(row.format)) throw problem('export-too-long')
    report(rowsDone)
    yield viewTable(items)
  }
}

/** @throws ExportGone */
async function update(
  { db }: Analytics,
  ref: ExportRef,
  change: Partial<Pick<ExportRow, 'status' | 'rowsDone' | 'bytes' | 'problem'>>,
): Promise<void> {
  const isUnderWay = inArray(viewExports.status, ['waiting', 'running'])
  const rows = await db
    .update(viewExports)
    .set(change)
    .where(and(rowOf(viewExports, ref), isUnderWay))
    .returning({ id: viewExports.id })
  if (rows.length === 0) throw new ExportGone()
}

async function failExport(analytics: Analytics, ref: ExportRef, fault: Fault): Promise<void> {
  try {
    await update(analytics, ref, { status: 'failed', problem: fault })
  } catch (error) {
    if (!(error instanceof ExportGone)) throw error
  }
  await deleteUnusedFile(analytics, ref)
}

/** Deletes the file of a failed attempt, unless another attempt has finished the export. */
async function deleteUnusedFile({ db, storage }: Analytics, ref: ExportRef): Promise<void> {
  const [row] = await db
    .select({ status: viewExports.status })
    .from(viewExports)
    .where(rowOf(viewExports, ref))
  if (row?.status !== 'ready') await storage.delete(exportKey(ref))
}

function faultOf(error: unknown): Fault {
  if (error instanceof Problem && (error.id === 'warehouse-away' || error.id === 'export-too-long'))
    return error.id
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return 'storage-full'
  return 'export-interrupted'
}
