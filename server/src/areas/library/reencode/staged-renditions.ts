import { randomUUID } from 'node:crypto'
import type { MediaErrorId } from '@kinora/contract'
import { bandwidthOf } from '@kinora/media'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import type { ContentRow } from '../contents/content-view.ts'
import type { NewRendition } from '../contents/tables.ts'
import type { Publisher } from '../encoding/publisher.ts'
import { appendSegments } from '../encoding/segments.ts'
import { freshRenditions } from '../encoding-profiles/tables.ts'
import { removeSuperseded, SUPERSEDED_SECONDS } from '../files/removals.ts'
import { ContentGone } from '../files/work.ts'
import type { Library } from '../library.ts'

type Which = (row: NewRendition) => boolean

/** In the order of the ladder. */
export async function freshOf(tx: Queryable, contentId: string): Promise<NewRendition[]> {
  const rows = await tx
    .select({ rendition: freshRenditions.rendition })
    .from(freshRenditions)
    .where(eq(freshRenditions.contentId, contentId))
    .orderBy(asc(sql`(${freshRenditions.rendition}->>'position')::int`))
  return rows.map(({ rendition }) => rendition)
}

/** Plans them anew; what an earlier attempt made goes. */
export async function planFresh(
  library: Library,
  tx: Transaction,
  content: ContentRow,
  rows: readonly NewRendition[],
): Promise<void> {
  await dropFresh(library, tx, content)
  await insert(tx, rows)
}

/** Has them all removed: at once where nobody can be writing any more. */
export async function dropFresh(library: Library, tx: Transaction, content: ContentRow): Promise<void> {
  const dropped = await takeFresh(tx, content.id)
  for (const { filesId, status } of dropped)
    await removeSuperseded(library, tx, content, [filesId], status === 'ready' ? 0 : SUPERSEDED_SECONDS)
}

/** They are no longer fresh: answers what they were. */
export async function takeFresh(tx: Transaction, contentId: string): Promise<NewRendition[]> {
  const fresh = await freshOf(tx, contentId)
  await tx.delete(freshRenditions).where(eq(freshRenditions.contentId, contentId))
  return fresh
}

/** An attempt begins with these. What one before it has begun gets a new place, so that the two cannot mix. */
export async function beginFresh(library: Library, tx: Transaction, content: ContentRow, isMine: Which) {
  await renewFresh(library, tx, content, (row) => isMine(row) && row.status === 'processing')
  await changeFresh(tx, content.id, isMine, (row) => ({ ...row, status: 'processing', errorId: null }))
}

/** Queues them anew, each with a place of its own where nobody has written yet. */
export async function renewFresh(
  library: Library,
  tx: Transaction,
  content: ContentRow,
  isMine: Which,
): Promise<void> {
  const old = await changeFresh(tx, content.id, isMine, (row) => ({
    ...row,
    status: 'queued',
    filesId: randomUUID(),
    codecs: null,
  }))
  const places = old.map(({ filesId }) => filesId)
  await removeSuperseded(library, tx, content, places)
}

/** These are whole. @throws ContentGone when another attempt has taken the place of one */
export async function finishFresh(tx: Transaction, contentId: string, made: readonly Publisher[]) {
  const wholes = new Map(made.map((each) => [each.target.filesId, each]))
  const finished = await changeFresh(
    tx,
    contentId,
    ({ filesId }) => wholes.has(filesId),
    (row) => wholeOf(row, wholes.get(row.filesId)),
  )
  if (finished.length < made.length) throw new ContentGone()
  for (const { target, segments } of made)
    await appendSegments(tx, { contentId, outputId: target.filesId }, 0, segments)
}

/** These cannot be made, and why. */
export async function failFresh(tx: Transaction, contentId: string, isMine: Which, errorId: MediaErrorId) {
  await changeFresh(
    tx,
    contentId,
    (row) => isMine(row) && row.status !== 'ready',
    (row) => ({ ...row, status: 'failed', errorId: row.errorId ?? errorId }),
  )
}

/** Answers what they were before. */
async function changeFresh(
  tx: Transaction,
  contentId: string,
  isMine: Which,
  change: (row: NewRendition) => NewRendition,
): Promise<NewRendition[]> {
  const old = (await freshOf(tx, contentId)).filter(isMine)
  const filesIds = old.map(({ filesId }) => filesId)
  const mine = and(eq(freshRenditions.contentId, contentId), inArray(freshRenditions.filesId, filesIds))
  await tx.delete(freshRenditions).where(mine)
  await insert(tx, old.map(change))
  return old
}

async function insert(tx: Transaction, rows: readonly NewRendition[]): Promise<void> {
  const values = rows.map((rendition) => ({
    filesId: rendition.filesId,
    contentId: rendition.contentId,
    rendition,
  }))
  if (values.length > 0) await tx.insert(freshRenditions).values(values)
}

function wholeOf(row: NewRendition, whole: Publisher | undefined): NewRendition {
  if (whole === undefined) throw new Error(`${row.name} was not made`)
  const totals = whole.totals()
  return {
    ...row,
    ...{ status: 'ready', progress: 1, ended: true, codecs: whole.codecs() },
    bitrate: bandwidthOf(totals).average,
    sizeBytes: totals.sizeBytes,
  }
}
