import { and, asc, eq, inArray, lte, type SQL } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { problem } from '../../../platform/problem.ts'
import type { Library } from '../library.ts'
import { removalJob } from './jobs.ts'
import { contentPrefix, downloadKey, renditionPrefix, type UploadTarget, uploadKey } from './storage-keys.ts'
import { removals } from './tables.ts'

type Removal = typeof removals.$inferSelect
/** Identifies a removal. */
export type RemovalRef = Pick<Removal, 'id' | 'environmentId'>

interface ContentRef {
  readonly id: string
  readonly environmentId: string
}

interface UnfinishedUpload extends UploadTarget {
  readonly environmentId: string
  readonly multipartId: string
}

/** The rows that name the files of an attempt. */
export interface OutputRows {
  isUsed(db: Queryable, outputId: string): Promise<boolean>
  /** Deletes the recorded segments of removed files. */
  deleteSegments(db: Queryable, outputId: string): Promise<void>
}

/** For this long, viewers may have a playlist with segments of a replaced attempt. */
export const SUPERSEDED_SECONDS = 3600
/** Time between attempts of a removal. */
const RETRY_SECONDS = 600
const BATCH = 100

/** Schedules the removal of all files of a deleted content, including the parts of unfinished uploads. */
export async function scheduleContentRemoval(
  library: Library,
  tx: Transaction,
  { id, environmentId }: ContentRef,
  unfinished: readonly UnfinishedUpload[],
): Promise<void> {
  for (const upload of unfinished) await scheduleUploadRemoval(library, tx, upload)
  await scheduleRemoval(library, tx, environmentId, contentPrefix(id))
}

/** Schedules the removal of the parts of an abandoned upload. */
export async function scheduleUploadRemoval(
  library: Library,
  tx: Transaction,
  upload: UnfinishedUpload,
): Promise<void> {
  const { environmentId, multipartId } = upload
  const key = uploadKey(upload)
  const removal = { id: uuidv7(), environmentId, prefix: key, multipartKey: key, multipartId }
  await tx.insert(removals).values({ ...removal, dueAt: library.clock.now() })
  await enqueueRemoval(library, tx, removal)
}

/** Removes a file: now, or later unless `cancelRemoval` is called before. */
export async function scheduleRemoval(
  library: Pick<Library, 'clock' | 'jobs'>,
  tx: Transaction,
  environmentId: string,
  key: string,
  afterSeconds = 0,
): Promise<RemovalRef> {
  const dueAt = addSeconds(library.clock.now(), afterSeconds)
  const removal = { id: uuidv7(), environmentId, prefix: key, dueAt }
  await tx.insert(removals).values(removal)
  if (afterSeconds === 0) await enqueueRemoval(library, tx, removal)
  return removal
}

/** Keeps a file that was scheduled for removal. @throws problem timeout if it was already removed */
export async function cancelRemoval(tx: Transaction, removal: RemovalRef): Promise<void> {
  const kept = await tx.delete(removals).where(rowOf(removals, removal)).returning({ id: removals.id })
  if (kept.length === 0) throw problem('timeout')
}

/** Keeps the file of this key: cancels all of its removals. */
export async function cancelKeyRemovals(tx: Transaction, environmentId: string, key: string): Promise<void> {
  await tx.delete(removals).where(and(eq(removals.environmentId, environmentId), eq(removals.prefix, key)))
}

/** Longer than any attempt. Unused output is removed after this time. */
export const UNUSED_SECONDS = 24 * 3600

/**
 * Removes outputs once no viewer can have a playlist of them, or later unless `cancelOutputRemovals` is called before.
 */
export async function scheduleOutputRemovals(
  { clock }: Pick<Library, 'clock'>,
  tx: Transaction,
  { id: contentId, environmentId }: ContentRef,
  outputIds: readonly string[],
  afterSeconds = SUPERSEDED_SECONDS,
): Promise<void> {
  const dueAt = addSeconds(clock.now(), afterSeconds)
  const rows = outputIds.flatMap((outputId) =>
    [renditionPrefix(contentId, outputId), downloadKey(contentId, outputId)].map((prefix) => ({
      id: uuidv7(),
      environmentId,
      prefix,
      outputId,
      dueAt,
    })),
  )
  if (rows.length > 0) await tx.insert(removals).values(rows)
}

/** Keeps outputs that were scheduled for removal. @throws Error if they were already removed */
export async function cancelOutputRemovals(
  tx: Transaction,
  environmentId: string,
  outputIds: readonly string[],
): Promise<void> {
  const kept = await tx
    .delete(removals)
    .where(isOfOutputs(environmentId, outputIds))
    .returning({ outputId: removals.outputId })
  if (new Set(kept.map(({ outputId }) => outputId)).size < outputIds.length)
    throw new Error('files of an attempt were removed before it ended')
}

/** Makes removals due now, for outputs that nobody writes or plays. */
export async function expediteRemovals(
  { clock }: Library,
  tx: Queryable,
  environmentId: string,
  outputIds: readonly string[],
): Promise<void> {
  await tx.update(removals).set({ dueAt: clock.now() }).where(isOfOutputs(environmentId, outputIds))
}

function isOfOutputs(environmentId: string, outputIds: readonly string[]): SQL | undefined {
  return and(eq(removals.environmentId, environmentId), inArray(removals.outputId, [...outputIds]))
}

/**
 * Enqueues removals that are due or have failed. Postpones each row first, so that failing ones do not block others.
 */
export async function enqueueDueRemovals(library: Library): Promise<void> {
  const now = library.clock.now()
  await library.db.transaction(async (tx) => {
    const due = tx
      .select({ id: removals.id })
      .from(removals)
      .where(lte(removals.dueAt, now))
      .orderBy(asc(removals.dueAt))
      .limit(BATCH)
    const rows = await tx
      .update(removals)
      .set({ dueAt: addSeconds(now, RETRY_SECONDS) })
      .where(inArray(removals.id, due))
      .returning()
    for (const row of rows) await enqueueRemoval(library, tx, row)
  })
}

function enqueueRemoval(
  { jobs }: Pick<Library, 'jobs'>,
  tx: Transaction,
  { id, environmentId }: RemovalRef,
): Promise<void> {
  return jobs.enqueue(tx, removalJob, { removalId: id }, { environmentId, key: id })
}

/** Removes the files unless a rendition uses them, then the row of the removal. */
export async function runRemoval(
  { db, storage }: Library,
  ref: RemovalRef,
  outputs: OutputRows,
): Promise<void> {
  const [removal] = await db.select().from(removals).where(rowOf(removals, ref))
  if (!removal) return
  const { outputId, prefix, multipartKey, multipartId } = removal
  if (outputId === null || !(await outputs.isUsed(db, outputId))) {
    if (multipartKey !== null && multipartId !== null) await storage.abortMultipart(multipartKey, multipartId)
    await storage.deleteAll(prefix)
    await storage.delete(prefix)
    if (outputId !== null) await outputs.deleteSegments(db, outputId)
  }
  await db.delete(removals).where(rowOf(removals, ref))
}
