import type { MediaErrorId, VideoImport } from '@kinora/contract'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { assertFetchable } from '../../../platform/net/fetchable.ts'
import { Problem, problem } from '../../../platform/problem.ts'
import { assertFreeSpace } from '../../../platform/storage/free-space.ts'
import { deleteContentsIn } from '../contents/contents.ts'
import { type ChosenProfile, chooseProfile } from '../encoding-profiles/chosen-profile.ts'
import { getCollection } from '../folders/collections.ts'
import type { Library } from '../library.ts'
import { retryContent } from '../retry/retry.ts'
import { insertByUrl } from '../uploads/url-uploads.ts'
import { type ImportRecord, isCancelable, listAllRows } from './import-view.ts'
import { factsOf, findDuplicates, getImport, loadImportView, lockImports, recordImport } from './imports.ts'
import { importJob } from './jobs.ts'
import { openValues } from './stored-rows.ts'
import { importRows, imports, type RowValues } from './tables.ts'

/** Starts or resumes an import; has no effect while it runs. @throws problem not-found, import-nothing, storage-full */
export async function startImport(library: Library, caller: Caller, id: string): Promise<VideoImport> {
  const { environmentId } = caller.scope
  await getImport(library.db, environmentId, id)
  await library.usage.assertMayStart(library.db, environmentId)
  await assertFreeSpace(library, 0)
  return library.db.transaction(async (tx) => {
    await lockImports(tx, environmentId)
    const current = await getImport(tx, environmentId, id)
    const isNew = current.startedAt === null
    const waiting = await tx.$count(importRows, isWaiting(id))
    if (isNew && waiting === 0) throw problem('import-nothing')
    const row = { ...current, startedAt: current.startedAt ?? library.clock.now(), stop: null }
    if (isNew || current.stop !== null) {
      await tx.update(imports).set({ startedAt: row.startedAt, stop: null }).where(rowOf(imports, current))
      await recordImport(tx, caller, row, 'started', { after: factsOf(row) }, library.clock.now())
    }
    if (waiting > 0) await enqueueImport(library, tx, row)
    return loadImportView(tx, row)
  })
}

async function enqueueImport(
  { jobs }: Library,
  tx: Transaction,
  { id, environmentId }: ImportRecord,
): Promise<void> {
  await jobs.enqueue(tx, importJob, { importId: id }, { environmentId, key: id })
}

function isWaiting(importId: string) {
  return and(eq(importRows.importId, importId), eq(importRows.state, 'waiting'))
}

/** Identifies an import. */
type ImportRef = Pick<ImportRecord, 'id' | 'environmentId'>

/**
 * Creates a content for each waiting row, one transaction per row, so that a worker that starts after a crash, or runs
 * at the same time, takes only the rows that are left.
 */
export async function runImport(library: Library, ref: ImportRef, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const next = await findNextRow(library, ref)
    if (next === undefined) return
    const id = uuidv7()
    const chosen = await prepareContent(library, next, id)
    if (chosen === 'storage-full') return stopImport(library, ref, 'storage-full')
    await createRowContent(library, ref, next.number, id, chosen)
  }
}

async function findNextRow({ db, secrets }: Library, ref: ImportRef) {
  const [next] = await db
    .select({ number: importRows.number, values: importRows.values, record: imports })
    .from(importRows)
    .innerJoin(imports, eq(imports.id, importRows.importId))
    .where(and(rowOf(imports, ref), isWaiting(ref.id), isNull(imports.stop)))
    .orderBy(asc(importRows.number))
    .limit(1)
  return next && { ...next, values: openValues(secrets, next.values) }
}

/**
 * Chooses the profile for a row, or returns why its file cannot be fetched. Runs before anything is locked, because
 * resolving names can be slow.
 */
async function prepareContent(
  library: Library,
  { values, record }: { readonly values: RowValues; readonly record: ImportRecord },
  contentId: string,
): Promise<ChosenProfile | MediaErrorId> {
  try {
    await assertFreeSpace(library, 0)
    await assertFetchable(library, values.url)
    return await chooseRowProfile(library, record, contentId)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.id === 'storage-full') return 'storage-full'
    if (error.id === 'url-not-allowed' || error.id === 'host-not-allowed') return 'download-refused'
    if (error.id === 'codec-unavailable') return 'codec-unavailable'
    throw error
  }
}

/** Chooses the profile of the import, or the default if it was deleted. */
async function chooseRowProfile(
  library: Library,
  { environmentId, encodingProfileId }: ImportRecord,
  contentId: string,
): Promise<ChosenProfile> {
  try {
    return await chooseProfile(library, environmentId, contentId, encodingProfileId ?? undefined)
  } catch (error) {
    if (!(error instanceof Problem) || error.id !== 'not-found') throw error
    return chooseProfile(library, environmentId, contentId, undefined)
  }
}

async function createRowContent(
  library: Library,
  { id: importId, environmentId }: ImportRef,
  number: number,
  contentId: string,
  chosen: ChosenProfile | MediaErrorId,
): Promise<void> {
  await library.db.transaction(async (tx) => {
    await lockImports(tx, environmentId)
    const [row] = await tx
      .select()
      .from(importRows)
      .where(and(isWaiting(importId), eq(importRows.number, number)))
      .for('update')
    if (row === undefined) return
    const read = openValues(library.secrets, row.values)
    const record = await getImport(tx, environmentId, importId)
    const updateRow = (change: Partial<typeof importRows.$inferInsert>) =>
      tx
        .update(importRows)
        .set(change)
        .where(and(eq(importRows.importId, importId), eq(importRows.number, number)))
    if (typeof chosen === 'string') return void (await updateRow({ state: 'refused', errorId: chosen }))
    if (record.repeats === 'skip') {
      // The video may have been added since the preview.
      const find = await findDuplicates(tx, library.secrets, environmentId, [read])
      const skipReason = find(read)
      if (skipReason !== null) return void (await updateRow({ state: 'skipped', skipReason }))
    }
    const { title, tags, ...values } = read
    const content = await insertByUrl(
      library,
      tx,
      environmentId,
      {
        ...values,
        id: contentId,
        chosen,
        ...(title !== '' && { title }),
        tags: [...tags],
        addedBy: record.createdBy,
        addedById: record.createdById,
        isTest: record.isTest,
        collectionId: await getTargetFolder(tx, record),
      },
      'queued',
    )
    await updateRow({ state: 'made', contentId: content.id })
  })
}

/** Target folder of the import. Null if it was deleted or is in the trash. */
async function getTargetFolder(
  tx: Transaction,
  { environmentId, collectionId }: ImportRecord,
): Promise<string | null> {
  if (collectionId === null) return null
  const { trashedAt } = await getCollection(tx, environmentId, collectionId)
  return trashedAt === null ? collectionId : null
}

/** Stops an import after an error. Waiting rows are kept until a user resumes it. */
export async function stopImport(
  library: Library,
  ref: ImportRef,
  stop: NonNullable<ImportRecord['stop']>,
): Promise<void> {
  await library.db.transaction(async (tx) => {
    const [row] = await tx
      .update(imports)
      .set({ stop })
      .where(and(rowOf(imports, ref), isNull(imports.stop)))
      .returning()
    if (row) await recordImport(tx, null, row, 'stopped', {}, library.clock.now())
  })
}

const cancelableStates = ['waiting', 'downloading']

/** Cancels rows that wait or are being fetched; later stages continue. @throws problem not-found, import-draft */
export async function cancelImport(library: Library, caller: Caller, id: string): Promise<VideoImport> {
  const { environmentId } = caller.scope
  return library.db.transaction(async (tx) => {
    await lockImports(tx, environmentId)
    const current = await getImport(tx, environmentId, id)
    if (current.startedAt === null) throw problem('import-draft')
    const candidates = (await listAllRows(tx, current)).filter(({ state }) =>
      cancelableStates.includes(state),
    )
    const ids = candidates.flatMap(({ content }) => (content === null ? [] : [content.id]))
    const deletion = { environmentId, ids, onlyIf: isCancelable, caller }
    const deleted = new Set(await deleteContentsIn(library, tx, deletion))
    const rows = candidates.filter(({ content }) => content === null || deleted.has(content.id))
    const row = { ...current, stop: null }
    if (rows.length === 0 && current.stop === null) return loadImportView(tx, row)
    for (const { number } of rows)
      await tx
        .update(importRows)
        .set({ state: 'cancelled', contentId: null })
        .where(and(eq(importRows.importId, id), eq(importRows.number, number)))
    await tx.update(imports).set({ stop: null }).where(rowOf(imports, current))
    await recordImport(tx, caller, row, 'cancelled', { after: { rows: rows.length } }, library.clock.now())
    return loadImportView(tx, row)
  })
}

/** Retries the failed rows for which that can help. @throws problem not-found, import-draft, storage-full */
export async function retryImport(library: Library, caller: Caller, id: string): Promise<VideoImport> {
  const { environmentId } = caller.scope
  const record = await getImport(library.db, environmentId, id)
  if (record.startedAt === null) throw problem('import-draft')
  await library.usage.assertMayStart(library.db, environmentId)
  await assertFreeSpace(library, 0)
  const failed = (await listAllRows(library.db, record)).filter(({ state }) => state === 'failed')
  for (const { content, error } of failed)
    if (content !== null && error?.retryable) await retry(library, environmentId, content.id)
  return library.db.transaction(async (tx) => {
    await lockImports(tx, environmentId)
    const row = await getImport(tx, environmentId, id)
    const requeued = await tx
      .update(importRows)
      .set({ state: 'waiting', errorId: null })
      .where(and(eq(importRows.importId, id), eq(importRows.state, 'refused')))
      .returning({ number: importRows.number })
    if (requeued.length > 0) await enqueueImport(library, tx, row)
    return loadImportView(tx, row)
  })
}

/** Ignores a content that was retried or deleted meanwhile. */
async function retry(library: Library, environmentId: string, contentId: string): Promise<void> {
  try {
    await retryContent(library, environmentId, contentId)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}
