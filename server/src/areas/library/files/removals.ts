import { asc, eq, inArray, lte } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { problem } from '../../../platform/problem.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { removals, renditions } from '../contents/tables.ts'
import { renditionSegments } from '../encoding/tables.ts'
import { removalJob } from '../job-definitions.ts'
import type { Library } from '../library.ts'
import { type UploadRow, uploadKey } from '../uploads/upload-rows.ts'
import { contentPrefix, downloadKey, renditionPrefix } from './storage-keys.ts'

type Removal = typeof removals.$inferSelect

/** So long viewers may hold a playlist that names the segments of an attempt that another took the place of. */
export const SUPERSEDED_SECONDS = 3600
/** How soon a removal is tried again. */
const RETRY_SECONDS = 600
const BATCH = 100

/** Has everything removed that a deleted content has in storage, the parts of an upload under way included. */
export async function scheduleContentRemoval(
  library: Library,
  tx: Transaction,
  { id, environmentId }: Pick<ContentRow, 'id' | 'environmentId'>,
  unfinished: readonly UploadRow[],
): Promise<void> {
  for (const upload of unfinished) await scheduleUploadRemoval(library, tx, upload)
  await scheduleRemoval(library, tx, environmentId, contentPrefix(id))
}

/** Has the parts removed of an upload that is given up. */
export async function scheduleUploadRemoval(
  library: Library,
  tx: Transaction,
  upload: UploadRow,
): Promise<void> {
  const { environmentId, multipartId } = upload
  const key = uploadKey(upload)
  const removal = { id: uuidv7(), environmentId, prefix: key, multipartKey: key, multipartId }
  await tx.insert(removals).values({ ...removal, dueAt: library.clock.now() })
  await enqueueRemoval(library, tx, removal)
}

/** Has one file removed: now, or later unless `cancelRemoval` comes before. Answers the removal's id. */
export async function scheduleRemoval(
  library: Library,
  tx: Transaction,
  environmentId: string,
  key: string,
  afterSeconds = 0,
): Promise<string> {
  const dueAt = addSeconds(library.clock.now(), afterSeconds)
  const removal = { id: uuidv7(), environmentId, prefix: key, dueAt }
  await tx.insert(removals).values(removal)
  if (afterSeconds === 0) await enqueueRemoval(library, tx, removal)
  return removal.id
}

/** The file stays after all. @throws problem timeout where it went already */
export async function cancelRemoval(tx: Transaction, removalId: string): Promise<void> {
  const kept = await tx.delete(removals).where(eq(removals.id, removalId)).returning({ id: removals.id })
  if (kept.length === 0) throw problem('timeout')
}

/** The file there stays after all, whoever was to remove it later. */
export async function cancelKeyRemovals(tx: Transaction, key: string): Promise<void> {
  await tx.delete(removals).where(eq(removals.prefix, key))
}

/** Longer than any attempt lasts: what it made and nobody took is removed then. */
export const UNUSED_SECONDS = 24 * 3600

/** Has the files of attempts removed, once nobody watches them any more; or later unless `cancelOutputRemovals` comes before. */
export async function scheduleOutputRemovals(
  { clock }: Library,
  tx: Transaction,
  { id: contentId, environmentId }: ContentRow,
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

/** The places of an attempt stay after all. @throws Error where they went already */
export async function cancelOutputRemovals(tx: Transaction, outputIds: readonly string[]): Promise<void> {
  const kept = await tx
    .delete(removals)
    .where(inArray(removals.outputId, [...outputIds]))
    .returning({ outputId: removals.outputId })
  if (new Set(kept.map(({ outputId }) => outputId)).size < outputIds.length)
    throw new Error('files of an attempt were removed before it was over')
}

/** Nobody writes into these places any more, and nobody watches them: they need not wait. */
export async function expediteRemovals({ clock }: Library, tx: Transaction, outputIds: readonly string[]) {
  await tx
    .update(removals)
    .set({ dueAt: clock.now() })
    .where(inArray(removals.outputId, [...outputIds]))
}

/** Tries what is due, and what failed before. Each row is put off first, so that those that fail keep back no other. */
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
  { jobs }: Library,
  tx: Transaction,
  { id, environmentId }: Pick<Removal, 'id' | 'environmentId'>,
): Promise<void> {
  return jobs.enqueue(tx, removalJob, { removalId: id }, { environmentId, key: id })
}

/** Removes the files, and then the row that says that they are to be removed. */
export async function runRemoval({ db, storage }: Library, removalId: string): Promise<void> {
  const [removal] = await db.select().from(removals).where(eq(removals.id, removalId))
  if (!removal) return
  if (!(await isInUse(db, removal))) {
    const { prefix, multipartKey, multipartId } = removal
    if (multipartKey !== null && multipartId !== null) await storage.abortMultipart(multipartKey, multipartId)
    await storage.deleteAll(prefix)
    await storage.delete(prefix)
    if (removal.outputId !== null)
      await db.delete(renditionSegments).where(eq(renditionSegments.outputId, removal.outputId))
  }
  await db.delete(removals).where(eq(removals.id, removalId))
}

async function isInUse(db: Queryable, { outputId }: Removal): Promise<boolean> {
  if (outputId === null) return false
  const rows = await db
    .select({ id: renditions.id })
    .from(renditions)
    .where(eq(renditions.outputId, outputId))
  return rows.length > 0
}
