import type { MediaErrorId } from '@kinora/contract'
import { and, eq, inArray, isNull, ne, type SQL } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import type { Library } from '../library.ts'
import { contentEvent, renditionEvent } from './content-changes.ts'
import type { ContentRef, ContentRow, RenditionRow, SourceRef } from './content-view.ts'
import { notifyPlayers } from './notify.ts'
import { overallProgress } from './progress.ts'
import { contents, renditions } from './tables.ts'
import { ContentGone } from './workspace.ts'

type Change = Partial<typeof contents.$inferInsert>

/** Changes a content that has one of the statuses `from` and matches `which`. @throws ContentGone if there is none */
export async function changeContent(
  tx: Queryable,
  content: ContentRef,
  from: readonly ContentRow['status'][],
  change: Change,
  which?: SQL,
): Promise<ContentRow> {
  const [row] = await tx
    .update(contents)
    .set(change)
    .where(and(rowOf(contents, content), inArray(contents.status, [...from]), which))
    .returning()
  if (!row) throw new ContentGone()
  return row
}

/**
 * Locks the content until the transaction ends. Required before changing several renditions, or renditions and their
 * content: deletion locks in this order too, and another order could deadlock.
 */
export async function lockContentRow(tx: Transaction, content: ContentRef): Promise<ContentRow | undefined> {
  const [row] = await tx.select().from(contents).where(rowOf(contents, content)).for('no key update')
  return row
}

/** Makes the content `ready` once it can be played. Has no effect the second time. */
export async function markPlayable(
  library: Pick<Library, 'clock'>,
  tx: Transaction,
  content: ContentRef,
): Promise<void> {
  const [row] = await tx
    .update(contents)
    .set({ status: 'ready', playable: true, stage: 'encoding', errorId: null })
    .where(and(rowOf(contents, content), eq(contents.status, 'processing')))
    .returning()
  if (row) await recordChange(tx, null, contentEvent(row, 'video.asset.ready'), library.clock.now())
}

/** Key of the money that is reserved for the encoding of a new video. */
export function encodingHold(contentId: string): string {
  return `encode:${contentId}`
}

/** Key of the money that is reserved for a re-encoding. */
export function reencodeHold(reencodeId: string): string {
  return `reencode:${reencodeId}`
}

/** Marks the content as failed, with the reason. Contents that have already failed are not changed. */
export async function failContent(
  library: Library,
  content: ContentRef,
  errorId: MediaErrorId,
): Promise<void> {
  await library.db.transaction(async (tx) => {
    const [row] = await tx
      .update(contents)
      .set({ status: 'failed', stage: null, playable: false, errorId, imagesErrorId: null })
      .where(and(rowOf(contents, content), ne(contents.status, 'failed')))
      .returning()
    if (!row) return
    await library.usage.settle(tx, encodingHold(row.id))
    await tx
      .update(renditions)
      .set({ status: 'failed', errorId })
      .where(and(eq(renditions.contentId, row.id), ne(renditions.status, 'ready')))
    await recordChange(tx, null, contentEvent(row, 'video.asset.errored'), library.clock.now())
    await notifyPlayers(tx, row)
  })
}

/** Marks a complete rendition as ready. @throws ContentGone if another attempt has replaced it */
export async function finishRendition(
  library: Library,
  tx: Transaction,
  content: ContentRow,
  outputId: string,
  whole: { bitrate: number; sizeBytes: number },
): Promise<RenditionRow> {
  const [row] = await tx
    .update(renditions)
    .set({ status: 'ready', progress: 1, errorId: null, ended: true, ...whole })
    .where(eq(renditions.outputId, outputId))
    .returning()
  if (!row) throw new ContentGone()
  await recordChange(
    tx,
    null,
    renditionEvent(content, row, 'video.asset.rendition.ready'),
    library.clock.now(),
  )
  return row
}

/** Marks renditions as failed, with the reason. Ready renditions are not changed. */
export async function failRenditions(
  library: Pick<Library, 'db' | 'clock' | 'usage'>,
  ref: ContentRef,
  errorId: MediaErrorId,
  which?: SQL,
): Promise<void> {
  await library.db.transaction(async (tx) => {
    const content = await lockContentRow(tx, ref)
    if (!content) return
    const rows = await tx
      .update(renditions)
      .set({ status: 'failed', errorId })
      .where(and(eq(renditions.contentId, content.id), ne(renditions.status, 'ready'), which))
      .returning()
    for (const row of rows)
      await recordChange(
        tx,
        null,
        renditionEvent(content, row, 'video.asset.rendition.errored'),
        library.clock.now(),
      )
    await refreshContentProgress(library, tx, content)
  })
}

/** Condition: the content still has this source file. */
export function hasSourceId(sourceId: string | null): SQL {
  return sourceId === null ? isNull(contents.sourceId) : eq(contents.sourceId, sourceId)
}

/** Records why the poster, storyboard or waveform could not be generated. */
export async function failImages(library: Library, source: SourceRef, errorId: MediaErrorId): Promise<void> {
  await library.db.transaction(async (tx) => {
    const [row] = await tx
      .update(contents)
      .set({ imagesErrorId: errorId })
      .where(and(rowOf(contents, source), hasSourceId(source.sourceId), ne(contents.status, 'failed')))
      .returning()
    if (row) await recordChange(tx, null, contentEvent(row, 'video.asset.updated'), library.clock.now())
  })
}

/** Updates the overall progress, and ends the stage when every rendition is ready or failed. */
export async function refreshContentProgress(
  library: Pick<Library, 'clock' | 'usage'>,
  tx: Transaction,
  content: ContentRef,
): Promise<void> {
  const rows = await tx.select().from(renditions).where(eq(renditions.contentId, content.id))
  const isOver = rows.every(({ status }) => status === 'ready' || status === 'failed')
  const progress = isOver ? 1 : overallProgress(rows)
  const [row] = await tx
    .update(contents)
    .set({ progress, ...(isOver ? { stage: null } : {}) })
    .where(and(rowOf(contents, content), eq(contents.status, 'ready')))
    .returning()
  if (!row) return
  if (isOver) {
    await library.usage.settle(tx, encodingHold(row.id))
    await recordChange(tx, null, contentEvent(row, 'video.asset.updated'), library.clock.now())
  }
  await notifyPlayers(tx, row)
}
