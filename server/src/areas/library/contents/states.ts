import type { MediaErrorId } from '@kinora/contract'
import { and, eq, inArray, isNull, ne, type SQL } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { overallProgress } from '../encoding/progress.ts'
import { ContentGone } from '../files/workspace.ts'
import type { ImageSource } from '../job-definitions.ts'
import type { Library } from '../library.ts'
import { contentEvent, renditionEvent } from './content-changes.ts'
import type { ContentRow } from './content-view.ts'
import { notifyPlayers } from './notify.ts'
import { contents, renditions } from './tables.ts'

type Change = Partial<typeof contents.$inferInsert>

/** Changes a content that is still in one of `from`, and `which` holds of. @throws ContentGone when it is not, or no longer exists */
export async function changeContent(
  tx: Queryable,
  contentId: string,
  from: readonly ContentRow['status'][],
  change: Change,
  which?: SQL,
): Promise<ContentRow> {
  const [row] = await tx
    .update(contents)
    .set(change)
    .where(and(eq(contents.id, contentId), inArray(contents.status, [...from]), which))
    .returning()
  if (!row) throw new ContentGone()
  return row
}

/**
 * Holds the content until the transaction ends. Whoever changes several renditions, or renditions and their content,
 * does it first: deleting takes them in this order, and two that take them in different order wait for each other.
 */
export async function lockContentRow(tx: Transaction, contentId: string): Promise<ContentRow | undefined> {
  const [row] = await tx.select().from(contents).where(eq(contents.id, contentId)).for('no key update')
  return row
}

/** A person can watch from now on. Saying it again changes nothing. */
export async function markPlayable(library: Library, tx: Transaction, contentId: string): Promise<void> {
  const [row] = await tx
    .update(contents)
    .set({ status: 'ready', playable: true, stage: 'encoding', errorId: null })
    .where(and(eq(contents.id, contentId), eq(contents.status, 'processing')))
    .returning()
  if (row) await recordChange(tx, null, contentEvent(row, 'video.asset.ready'), library.clock.now())
}

/** The content cannot be played: its end state, with the reason. Contents that ended before stay as they are. */
export async function failContent(library: Library, contentId: string, errorId: MediaErrorId): Promise<void> {
  await library.db.transaction(async (tx) => {
    const [row] = await tx
      .update(contents)
      .set({ status: 'failed', stage: null, playable: false, errorId, imagesErrorId: null })
      .where(and(eq(contents.id, contentId), ne(contents.status, 'failed')))
      .returning()
    if (!row) return
    await tx
      .update(renditions)
      .set({ status: 'failed', errorId })
      .where(and(eq(renditions.contentId, contentId), ne(renditions.status, 'ready')))
    await recordChange(tx, null, contentEvent(row, 'video.asset.errored'), library.clock.now())
    await notifyPlayers(tx, row)
  })
}

/** One rendition is whole: its end state. @throws ContentGone when another attempt has taken its place */
export async function finishRendition(
  library: Library,
  tx: Transaction,
  content: ContentRow,
  outputId: string,
  whole: { bitrate: number; sizeBytes: number },
): Promise<void> {
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
}

/** These renditions cannot be made: their end state, with the reason. Those that are ready stay as they are. */
export async function failRenditions(
  library: Pick<Library, 'db' | 'clock'>,
  contentId: string,
  errorId: MediaErrorId,
  which?: SQL,
): Promise<void> {
  await library.db.transaction(async (tx) => {
    const content = await lockContentRow(tx, contentId)
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
    await refreshContentProgress(library, tx, content.id)
  })
}

/** It is made of this file, and no other has taken its place. */
export function hasSourceId(sourceId: string | null): SQL {
  return sourceId === null ? isNull(contents.sourceId) : eq(contents.sourceId, sourceId)
}

/** Poster, storyboard or waveform of the video's file could not be drawn: their end state, with the reason. */
export async function failImages(
  library: Library,
  { contentId, sourceId }: ImageSource,
  errorId: MediaErrorId,
): Promise<void> {
  await library.db.transaction(async (tx) => {
    const [row] = await tx
      .update(contents)
      .set({ imagesErrorId: errorId })
      .where(and(eq(contents.id, contentId), hasSourceId(sourceId), ne(contents.status, 'failed')))
      .returning()
    if (row) await recordChange(tx, null, contentEvent(row, 'video.asset.updated'), library.clock.now())
  })
}

/** Ends the work on a content whose every rendition has its end state. */
export async function refreshContentProgress(
  library: Pick<Library, 'clock'>,
  tx: Transaction,
  contentId: string,
): Promise<void> {
  const rows = await tx.select().from(renditions).where(eq(renditions.contentId, contentId))
  const isOver = rows.every(({ status }) => status === 'ready' || status === 'failed')
  const progress = isOver ? 1 : overallProgress(rows)
  const [row] = await tx
    .update(contents)
    .set({ progress, ...(isOver ? { stage: null } : {}) })
    .where(and(eq(contents.id, contentId), eq(contents.status, 'ready')))
    .returning()
  if (!row) return
  if (isOver) await recordChange(tx, null, contentEvent(row, 'video.asset.updated'), library.clock.now())
  await notifyPlayers(tx, row)
}
