import type { Content, Portrait, updatePortraitBody } from '@kinora/contract'
import { and, asc, desc, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller, Scope } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { fold } from '../../../platform/database/fold.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { matchesPhrase } from '../../../platform/database/like.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { applyPatch } from '../../../platform/database/patch.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { problem } from '../../../platform/problem.ts'
import { assertFreeSpace } from '../../../platform/storage/free-space.ts'
import { derivedKey, scheduleRemoval, showsContent } from '../../library/index.ts'
import type { PortraitArea } from '../portrait.ts'
import { lookJob, renderJob } from './jobs.ts'
import { recordPortrait } from './portrait-changes.ts'
import { type PortraitRow, portraits } from './tables.ts'

/** The folder of a portrait's pieces, among the files of its original. */
export const piecesKey = ({ sourceId, id }: Pick<PortraitRow, 'sourceId' | 'id'>) =>
  derivedKey(sourceId, `portraits/${id}`)

/** A worker may write a piece after a deletion. Removed again after this time. */
const LATE_PIECES_S = 24 * 3600

/** A page of the portraits of videos that the caller's role shows, newest first. */
export async function listPortraits(
  area: PortraitArea,
  scope: Scope,
  { phrase, ...page }: PageQuery & { readonly phrase?: string | undefined },
  origin: string,
) {
  const where = and(isVisible(scope), matchesPhrase(portraits.searchText, phrase))
  return loadPage(page, {
    select: area.db
      .select()
      .from(portraits)
      .where(where)
      .orderBy(desc(portraits.createdAt), asc(portraits.id)),
    total: area.db.$count(portraits, where),
    view: (rows) => viewPortraits(area, scope, rows, origin),
  })
}

/** @throws problem not-found */
export async function getPortrait(
  area: PortraitArea,
  scope: Scope,
  id: string,
  origin: string,
): Promise<Portrait> {
  const [row] = await area.db.select().from(portraits).where(isShown(scope, id))
  if (row === undefined) throw problem('not-found')
  return viewPortrait(area, scope, row, origin)
}

/** Changes the name or the captions. Captions change when the portrait is rendered again. @throws problem not-found */
export async function updatePortrait(
  area: PortraitArea,
  caller: Caller,
  id: string,
  given: z.output<typeof updatePortraitBody>,
  origin: string,
): Promise<Portrait> {
  const { db, clock } = area
  const row = await db.transaction(async (tx) => {
    const before = await lockPortrait(tx, caller.scope, id)
    const old = { name: before.name, captions: before.captions }
    const change = applyPatch(old, given)
    const changes = changesBetween(old, change)
    if (changes === null) return before
    const stored = { ...change, searchText: fold(change.name) }
    await tx.update(portraits).set(stored).where(rowOf(portraits, before))
    const updated = { ...before, ...stored }
    await recordPortrait(tx, caller, updated, 'updated', changes, clock.now())
    return updated
  })
  return viewPortrait(area, caller.scope, row, origin)
}

/** Deletes a portrait. Its result stays in the library. @throws problem not-found */
export async function deletePortrait(area: PortraitArea, caller: Caller, id: string): Promise<void> {
  await area.db.transaction(async (tx) => {
    const row = await lockPortrait(tx, caller.scope, id)
    await tx.delete(portraits).where(rowOf(portraits, row))
    const { name, shape } = row
    await recordPortrait(tx, caller, row, 'deleted', { before: { name, shape } }, area.clock.now())
    for (const afterSeconds of [0, LATE_PIECES_S])
      await scheduleRemoval(area, tx, row.environmentId, piecesKey(row), afterSeconds)
  })
}

/** Renders a portrait again, or makes it again after a failure. @throws problem not-found, portrait-busy, storage-full */
export async function renderPortrait(
  area: PortraitArea,
  caller: Caller,
  id: string,
  origin: string,
): Promise<Portrait> {
  const { db, clock, jobs } = area
  await area.usage.assertMayStart(db, caller.scope.environmentId)
  await assertFreeSpace(area, 0)
  const at = clock.now()
  const row = await db.transaction(async (tx) => {
    const before = await lockPortrait(tx, caller.scope, id)
    if (before.status !== 'ready' && before.status !== 'failed') throw problem('portrait-busy')
    const isLooked = before.pathVersion > 0
    const runId = uuidv7(at.getTime())
    const status = isLooked ? ('rendering' as const) : ('waiting' as const)
    const change = { status, progress: 0, reason: null, runId }
    await tx.update(portraits).set(change).where(rowOf(portraits, before))
    const { environmentId } = before
    const job = isLooked ? renderJob : lookJob
    await jobs.enqueue(tx, job, { portraitId: id, runId }, { environmentId, key: runId })
    const started = { ...before, ...change }
    await recordPortrait(tx, caller, started, 'rendered', {}, at)
    return started
  })
  return viewPortrait(area, caller.scope, row, origin)
}

/** Locks a portrait whose video the caller's role shows. @throws problem not-found */
export async function lockPortrait(tx: Transaction, scope: Scope, id: string): Promise<PortraitRow> {
  const [row] = await tx.select().from(portraits).where(isShown(scope, id)).for('update')
  if (row === undefined) throw problem('not-found')
  return row
}

/** Condition: the portrait of a video that the caller's role shows. */
export function isShown(scope: Scope, id: string) {
  return and(rowOf(portraits, { id, environmentId: scope.environmentId }), isVisible(scope))
}

function isVisible(scope: Scope) {
  return and(eq(portraits.environmentId, scope.environmentId), showsContent(scope, portraits.sourceId))
}

export async function viewPortrait(
  area: PortraitArea,
  scope: Scope,
  row: PortraitRow,
  origin: string,
): Promise<Portrait> {
  const [view] = await viewPortraits(area, scope, [row], origin)
  if (view === undefined) throw problem('not-found')
  return view
}

async function viewPortraits(
  { library }: PortraitArea,
  scope: Scope,
  rows: readonly PortraitRow[],
  origin: string,
): Promise<Portrait[]> {
  const ids = rows.flatMap(({ sourceId, resultId }) => [sourceId, resultId])
  const videos = await library.viewContents(scope, ids, origin)
  return rows.map((row) => portraitView(row, videos.get(row.sourceId), videos.get(row.resultId)))
}

function portraitView(row: PortraitRow, original?: Content, result?: Content): Portrait {
  const { id, environmentId, name, shape, captions, status, progress, width, height, durationMs } = row
  return {
    id,
    environmentId,
    name,
    shape,
    captions,
    status,
    progress,
    reason: row.reason as Portrait['reason'],
    contentId: row.sourceId,
    contentTitle: original?.title ?? '',
    thumbnail: result?.poster ?? original?.poster ?? null,
    resultId: row.hasResult ? row.resultId : null,
    size: width === null || height === null ? null : { width, height },
    duration: durationMs === null ? null : durationMs / 1000,
    needsRender:
      row.hasResult && (row.pathVersion !== row.renderedVersion || row.captions !== row.renderedCaptions),
    addedBy: row.addedBy,
    createdAt: row.createdAt.toISOString(),
    renderedAt: row.renderedAt?.toISOString() ?? null,
  }
}
