import type { AnalysisPart, AnalysisReason } from '@kinora/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { changeRecorder } from '../../../platform/events/changes.ts'
import { type ContentRef, contentTitles, partOf } from '../../library/index.ts'
import type { Intelligence } from '../intelligence.ts'
import { analysisParts, type PartRow } from './tables.ts'

/** A request for an analysis, which workers name. */
export interface Run extends ContentRef {
  readonly runId: string
}

type Context = Pick<Intelligence, 'db' | 'clock'>

/** The result of a part, without what it found. */
type Result = Partial<Pick<PartRow, 'engine' | 'engineVersion' | 'quality' | 'language'>>

const isOpen = ['waiting', 'running'] as const

function openParts(run: Run, parts: readonly AnalysisPart[]) {
  return and(
    partOf(analysisParts, run),
    eq(analysisParts.runId, run.runId),
    inArray(analysisParts.part, [...parts]),
    inArray(analysisParts.status, [...isOpen]),
  )
}

/** Marks parts of a run as running. Returns those that are still to be done. */
export async function startParts(
  { db }: { readonly db: Queryable },
  run: Run,
  parts: readonly AnalysisPart[],
): Promise<PartRow[]> {
  return db.update(analysisParts).set({ status: 'running' }).where(openParts(run, parts)).returning()
}

/** Ends a part in the transaction that stores what it found. False if another run has replaced it. */
export async function finishPart(
  { clock }: Pick<Context, 'clock'>,
  tx: Transaction,
  run: Run,
  part: AnalysisPart,
  result: Result = {},
): Promise<boolean> {
  const [row] = await tx
    .update(analysisParts)
    .set({ status: 'ready', progress: 1, reason: null, endedAt: clock.now(), ...result })
    .where(openParts(run, [part]))
    .returning()
  if (row !== undefined) await recordPart(tx, row, clock.now())
  return row !== undefined
}

/** Ends parts without a result. */
export async function failParts(
  { db, clock }: Context,
  run: Run,
  parts: readonly AnalysisPart[],
  reason: AnalysisReason,
  status: 'failed' | 'unavailable' = 'failed',
): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx
      .update(analysisParts)
      .set({ status, reason, endedAt: clock.now() })
      .where(openParts(run, parts))
      .returning()
    for (const row of rows) await recordPart(tx, row, clock.now())
  })
}

/** Stores how far a part is. False if another run has replaced it. */
export async function storeProgress(
  db: Queryable,
  run: Run,
  part: AnalysisPart,
  reached: Partial<Pick<PartRow, 'progress' | 'doneMs'>>,
): Promise<boolean> {
  const rows = await db
    .update(analysisParts)
    .set(reached)
    .where(openParts(run, [part]))
    .returning()
  return rows.length > 0
}

/** Records the end of a part. */
async function recordPart(tx: Transaction, row: PartRow, at: Date): Promise<void> {
  const titles = await contentTitles(tx, row.environmentId, [row.contentId])
  await recordAnalysis(tx, null, { ...row, title: titles.get(row.contentId) ?? '' }, 'updated', {}, at)
}

export interface AnalysisChange extends Pick<PartRow, 'contentId' | 'environmentId'> {
  readonly title: string
  readonly part?: AnalysisPart
  readonly status?: string
  readonly reason?: string | null
}

/** Records a change of an analysis. A request is in the audit trail; the end of a part is an event. */
export const recordAnalysis = changeRecorder((row: AnalysisChange, verb: 'requested' | 'updated') => {
  const { contentId, environmentId, title, part, status, reason } = row
  const object = { type: 'analysis', id: contentId, name: title } as const
  if (verb === 'requested') return { environmentId, object, action: 'analysis.requested' as const }
  const data = { contentId, name: title, part, status, reason: reason ?? null }
  return { environmentId, object, event: { type: 'video.analysis.updated', data } }
})
