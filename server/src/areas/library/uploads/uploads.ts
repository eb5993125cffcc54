import { libraryCalls, type PlaybackPolicy, type Upload, uploadLimits } from '@kinora/contract'
import { and, eq, lt, type SQL } from 'drizzle-orm'
import { type Caller, can, type Scope } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { Problem, problem } from '../../../platform/problem.ts'
import { assertFreeSpace } from '../../../platform/storage/free-space.ts'
import type { Part } from '../../../platform/storage/storage.ts'
import { contentEvent } from '../contents/content-changes.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { deleteContentsIn, getContent, insertContent } from '../contents/contents.ts'
import { contents, type UploadRow, uploads } from '../contents/tables.ts'
import { chooseProfile } from '../encoding-profiles/chosen-profile.ts'
import { uploadKey } from '../files/storage-keys.ts'
import { assertCollectionNotTrashed } from '../folders/collections.ts'
import type { Library } from '../library.ts'
import { titleFromFileName } from './file-title.ts'
import { firstJobFor } from './jobs.ts'
import { partHolder } from './part-holder.ts'
import type { UploadHandler, Uploads } from './upload-handlers.ts'
import { beginUpload, uploadChange, uploadView } from './upload-rows.ts'

type PartEtag = Pick<Part, 'partNumber' | 'etag'>

const PART_URL_SECONDS = 6 * 3600
const TOUCH_INTERVAL_SECONDS = 60

export async function createUpload(
  library: Library,
  environmentId: string,
  given: {
    fileName: string
    fileSize: number
    title?: string | undefined
    playbackPolicy: PlaybackPolicy
    addedBy: string
    addedById: string | null
    assetCollectionUUID?: string | undefined
    encodingProfileId?: string | undefined
    isTest: boolean
  },
): Promise<Upload> {
  const collectionId = given.assetCollectionUUID ?? null
  if (collectionId !== null) await assertCollectionNotTrashed(library.db, environmentId, collectionId)
  await library.usage.assertMayStart(library.db, environmentId)
  await assertFreeSpace(library, given.fileSize)
  const contentId = uuidv7()
  const chosen = await chooseProfile(library, environmentId, contentId, given.encodingProfileId)
  const { fileName, fileSize } = given
  const file = { environmentId, contentId, kind: 'source', targetId: null, fileName, fileSize } as const
  return beginUpload(library, file, async (tx) => {
    await insertContent(library, tx, {
      id: contentId,
      environmentId,
      title: given.title ?? titleFromFileName(fileName),
      addedBy: given.addedBy,
      addedById: given.addedById,
      playbackPolicy: given.playbackPolicy,
      status: 'pending',
      stage: 'uploading',
      fileName,
      sourceBytes: fileSize,
      collectionId,
      profile: chosen.profile,
      isTest: given.isTest,
    })
    await chosen.keep(tx)
  })
}

/** Uploading a replacement also needs the permission to change the video. @throws problem not-found, forbidden */
export async function assertCanSend({ db }: Library, { environmentId, grants }: Scope, id: string) {
  const { kind } = await getUploadRow(db, environmentId, id)
  if (kind === 'replacement' && !can(grants, libraryCalls.replaceByUpload.right)) throw problem('forbidden')
}

/** @throws problem not-found */
export async function getUpload(library: Library, environmentId: string, id: string): Promise<Upload> {
  const row = await getUploadRow(library.db, environmentId, id)
  const parts =
    row.status === 'pending' ? await library.storage.listParts(uploadKey(row), row.multipartId) : []
  return { ...uploadView(row), parts: parts ?? [] }
}

/** @throws problem not-found, upload-closed, storage-full, request-invalid */
export async function createPartUrl(library: Library, caller: Caller, id: string, partNumber: number) {
  const row = await getUploadRow(library.db, caller.scope.environmentId, id)
  if (row.status !== 'pending') throw problem('upload-closed')
  if (partNumber > row.partCount) {
    const message = `This upload has ${row.partCount} parts`
    throw problem('request-invalid', { errors: [{ path: 'body.partNumber', message }] })
  }
  await assertFreeSpace(library, row.partSize)
  await markActive(library, row)
  const key = uploadKey(row)
  const target = await library.storage.partTarget(
    key,
    row.multipartId,
    partNumber,
    PART_URL_SECONDS,
    partHolder(caller, row),
  )
  return { ...target, method: 'PUT' as const, expiresAt: target.expiresAt.toISOString() }
}

/** Records activity of the upload, at intervals, because a commit for every part would slow the upload down. */
async function markActive({ db, clock }: Library, row: UploadRow): Promise<void> {
  const now = clock.now()
  if (now < addSeconds(row.touchedAt, TOUCH_INTERVAL_SECONDS)) return
  await db.update(uploads).set({ touchedAt: now }).where(rowOf(uploads, row))
}

/**
 * Compares the parts with storage, completes the file and starts processing. Calling it again returns the same.
 * @throws problem not-found, upload-incomplete, upload-part-mismatch
 */
export async function completeUpload(
  library: Uploads,
  environmentId: string,
  id: string,
  given: readonly PartEtag[],
): Promise<ContentRow> {
  const row = await getUploadRow(library.db, environmentId, id)
  if (row.status === 'pending') {
    await closeFile(library, row, given).catch(async (error: unknown) => {
      // If the upload was canceled meanwhile, this throws not-found. If another call completed it, its file may have
      // been replaced already.
      const { status } = await getUploadRow(library.db, environmentId, id)
      if (status !== 'completed') throw error
    })
    await markCompleted(library, row)
  }
  return getContent(library.db, environmentId, row.contentId)
}

async function closeFile({ storage }: Library, row: UploadRow, given: readonly PartEtag[]): Promise<void> {
  const key = uploadKey(row)
  // Another call may be completing the file, or may have crashed after completing it.
  const isClosed = async () => (await storage.head(key))?.size === row.fileSize
  if (await isClosed()) return
  const stored = await storage.listParts(key, row.multipartId)
  const fault = stored === null ? null : findPartFault(row, stored, given)
  if (fault !== null && !(await isClosed())) throw fault
  if (fault === null && stored !== null) await storage.completeMultipart(key, row.multipartId, stored)
  if (!(await isClosed())) throw problem('upload-incomplete')
}

/** Why these parts cannot be joined. */
function findPartFault(row: UploadRow, stored: readonly Part[], given: readonly PartEtag[]): Problem | null {
  const storedNumbers = new Set(stored.map(({ partNumber }) => partNumber))
  const missing = Array.from({ length: row.partCount }, (_, n) => n + 1).filter((n) => !storedNumbers.has(n))
  if (missing.length > 0)
    return problem('upload-incomplete', { detail: `Missing parts: ${formatNumbers(missing)}` })
  const etags = new Map(given.map(({ partNumber, etag }) => [partNumber, etag.replaceAll('"', '')]))
  const wrong = stored.filter(
    ({ partNumber, etag, size }) => etags.get(partNumber) !== etag || size !== partLength(row, partNumber),
  )
  if (wrong.length === 0) return null
  const wrongNumbers = formatNumbers(wrong.map(({ partNumber }) => partNumber))
  return problem('upload-part-mismatch', { detail: `Send these parts again: ${wrongNumbers}` })
}

function formatNumbers(list: readonly number[]): string {
  return list.slice(0, 20).join(', ')
}

async function markCompleted(library: Uploads, row: UploadRow): Promise<void> {
  await library.db.transaction(async (tx) => {
    const [completed] = await tx
      .update(uploads)
      .set({ status: 'completed', touchedAt: library.clock.now() })
      .where(and(rowOf(uploads, row), eq(uploads.status, 'pending')))
      .returning()
    if (!completed) return
    await recordChange(tx, null, uploadChange(completed, 'completed'), library.clock.now())
    await library.uploadHandlers[completed.kind].completed(library, tx, completed)
  })
}

/** Uploads of new videos. */
export const sourceUploads: UploadHandler = {
  async completed(library, tx, row) {
    const isContent = rowOf(contents, { environmentId: row.environmentId, id: row.contentId })
    const [content] = await tx
      .update(contents)
      .set({ status: 'processing', stage: 'queued' })
      .where(and(isContent, eq(contents.status, 'pending')))
      .returning()
    if (!content) return
    await recordChange(tx, null, contentEvent(content, 'video.asset.updated'), library.clock.now())
    const { environmentId, id: contentId } = content
    await library.jobs.enqueue(tx, firstJobFor(content), { contentId }, { environmentId, key: contentId })
  },
  async abandoned(library, tx, { environmentId, contentId }) {
    await deleteContentsIn(library, tx, { environmentId, ids: [contentId], caller: null })
  },
}

/** @throws problem not-found, upload-closed if it is complete */
export async function cancelUpload(library: Uploads, caller: Caller, id: string): Promise<void> {
  const row = await getUploadRow(library.db, caller.scope.environmentId, id)
  await discardUpload(library, row, caller)
}

/** Deletes uploads without activity for a day. */
export async function deleteAbandonedUploads(library: Uploads): Promise<void> {
  const before = addSeconds(library.clock.now(), -uploadLimits.abandonedAfterHours * 3600)
  const isAbandoned = lt(uploads.touchedAt, before)
  const abandoned = await library.db
    .select()
    .from(uploads)
    .where(and(eq(uploads.status, 'pending'), isAbandoned))
    .limit(100)
  for (const row of abandoned) {
    // Ignores uploads that were completed, canceled or continued meanwhile.
    await discardUpload(library, row, null, isAbandoned).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
    })
  }
}

/** Cancels a pending upload that matches the condition. @throws problem upload-closed, not-found */
async function discardUpload(
  library: Uploads,
  { id, environmentId }: UploadRow,
  caller: Caller | null,
  onlyIf?: SQL,
): Promise<void> {
  await library.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(uploads)
      .where(and(rowOf(uploads, { environmentId, id }), onlyIf))
      .for('update')
    if (!row) throw problem('not-found')
    if (row.status === 'completed') throw problem('upload-closed')
    await recordChange(tx, null, uploadChange(row, 'cancelled'), library.clock.now())
    await library.uploadHandlers[row.kind].abandoned(library, tx, row, caller)
  })
}

export async function getUploadRow(db: Queryable, environmentId: string, id: string): Promise<UploadRow> {
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.environmentId, environmentId)))
  if (!row) throw problem('not-found')
  return row
}

function partLength({ fileSize, partSize }: UploadRow, partNumber: number): number {
  return Math.min(partSize, fileSize - (partNumber - 1) * partSize)
}
