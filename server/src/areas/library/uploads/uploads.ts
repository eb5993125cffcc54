import { libraryCalls, type PlaybackPolicy, type Upload, uploadLimits } from '@kinora/contract'
import { and, eq, lt } from 'drizzle-orm'
import { can, type Scope } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { Problem, problem } from '../../../platform/problem.ts'
import type { Part } from '../../../platform/storage/storage.ts'
import { trackArrived, trackGivenUp } from '../audio/track-uploads.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { contentOf, type Doer, deleteContentsIn, emitContent, insertContent } from '../contents/contents.ts'
import { contents, uploads } from '../contents/tables.ts'
import { chooseProfile } from '../encoding-profiles/chosen-profile.ts'
import { assertRoomFor } from '../files/free-space.ts'
import { assertOpen } from '../folders/collections.ts'
import { firstJobOf } from '../job-definitions.ts'
import type { Library } from '../library.ts'
import { replacementArrived, replacementGivenUp } from '../replace/replacements.ts'
import { beginUpload, emitUpload, type UploadRow, uploadKey, uploadView } from './upload-rows.ts'

type GivenPart = Pick<Part, 'partNumber' | 'etag'>

const PART_URL_SECONDS = 6 * 3600
const TOUCHED_EVERY_SECONDS = 60

export async function createUpload(
  library: Library,
  environmentId: string,
  given: {
    fileName: string
    fileSize: number
    title?: string | undefined
    playbackPolicy: PlaybackPolicy
    addedBy: string
    assetCollectionUUID?: string | undefined
    encodingProfileId?: string | undefined
    isTest: boolean
  },
): Promise<Upload> {
  const collectionId = given.assetCollectionUUID ?? null
  if (collectionId !== null) await assertOpen(library.db, environmentId, collectionId)
  await assertRoomFor(library, given.fileSize)
  const contentId = uuidv7()
  const chosen = await chooseProfile(library, environmentId, contentId, given.encodingProfileId)
  const { fileName, fileSize } = given
  const file = { environmentId, contentId, kind: 'source', targetId: null, fileName, fileSize } as const
  return beginUpload(library, file, async (tx) => {
    await insertContent(library, tx, {
      id: contentId,
      environmentId,
      title: given.title ?? titleOf(fileName),
      addedBy: given.addedBy,
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

/** Whoever sends a file into the place of another may also change the video. @throws problem not-found, forbidden */
export async function assertMaySend({ db }: Library, { environmentId, grants }: Scope, id: string) {
  const { kind } = await uploadOf(db, environmentId, id)
  if (kind === 'replacement' && !can(grants, libraryCalls.replaceByUpload.right)) throw problem('forbidden')
}

/** @throws problem not-found */
export async function getUpload(library: Library, environmentId: string, id: string): Promise<Upload> {
  const row = await uploadOf(library.db, environmentId, id)
  const parts =
    row.status === 'pending' ? await library.storage.listParts(uploadKey(row), row.multipartId) : []
  return { ...uploadView(row), parts: parts ?? [] }
}

/** @throws problem not-found, upload-closed, storage-full, request-invalid */
export async function createPartUrl(library: Library, environmentId: string, id: string, partNumber: number) {
  const row = await uploadOf(library.db, environmentId, id)
  if (row.status !== 'pending') throw problem('upload-closed')
  if (partNumber > row.partCount) {
    const message = `This upload has ${row.partCount} parts`
    throw problem('request-invalid', { errors: [{ path: 'body.partNumber', message }] })
  }
  await assertRoomFor(library, row.partSize)
  await touch(library, row)
  const key = uploadKey(row)
  const target = await library.storage.partTarget(key, row.multipartId, partNumber, PART_URL_SECONDS)
  return { ...target, method: 'PUT' as const, expiresAt: target.expiresAt.toISOString() }
}

/** Says that the upload is alive: now and then, since a commit for every part would hold the parts up. */
async function touch({ db, clock }: Library, { id, touchedAt }: UploadRow): Promise<void> {
  const now = clock.now()
  if (now < addSeconds(touchedAt, TOUCHED_EVERY_SECONDS)) return
  await db.update(uploads).set({ touchedAt: now }).where(eq(uploads.id, id))
}

/**
 * Checks every part against what storage has, closes the file and begins to process. Calling it again answers the same.
 * @throws problem not-found, upload-incomplete, upload-part-mismatch
 */
export async function completeUpload(
  library: Library,
  environmentId: string,
  id: string,
  given: readonly GivenPart[],
): Promise<ContentRow> {
  const row = await uploadOf(library.db, environmentId, id)
  if (row.status === 'pending') {
    await closeFile(library, row, given).catch(async (error: unknown) => {
      // Given up meanwhile, its file is gone: then it is the upload that is not there. And where another call has
      // completed it, its file may already have made room for what was made of it.
      const { status } = await uploadOf(library.db, environmentId, id)
      if (status !== 'completed') throw error
    })
    await markCompleted(library, row)
  }
  return contentOf(library.db, environmentId, row.contentId)
}

async function closeFile({ storage }: Library, row: UploadRow, given: readonly GivenPart[]): Promise<void> {
  const key = uploadKey(row)
  // Another call may be closing the file, or have died before it could say that it had.
  const isClosed = async () => (await storage.head(key))?.size === row.fileSize
  if (await isClosed()) return
  const stored = await storage.listParts(key, row.multipartId)
  const fault = stored === null ? null : faultOf(row, stored, given)
  if (fault !== null && !(await isClosed())) throw fault
  if (fault === null && stored !== null) await storage.completeMultipart(key, row.multipartId, stored)
  if (!(await isClosed())) throw problem('upload-incomplete')
}

/** What keeps these parts from being the file. */
function faultOf(row: UploadRow, stored: readonly Part[], given: readonly GivenPart[]): Problem | null {
  const there = new Set(stored.map(({ partNumber }) => partNumber))
  const missing = Array.from({ length: row.partCount }, (_, n) => n + 1).filter((n) => !there.has(n))
  if (missing.length > 0)
    return problem('upload-incomplete', { detail: `Missing parts: ${numbers(missing)}` })
  const etags = new Map(given.map(({ partNumber, etag }) => [partNumber, etag.replaceAll('"', '')]))
  const wrong = stored.filter(
    ({ partNumber, etag, size }) => etags.get(partNumber) !== etag || size !== partLength(row, partNumber),
  )
  if (wrong.length === 0) return null
  const again = numbers(wrong.map(({ partNumber }) => partNumber))
  return problem('upload-part-mismatch', { detail: `Send again: ${again}` })
}

function numbers(list: readonly number[]): string {
  return list.slice(0, 20).join(', ')
}

async function markCompleted(library: Library, row: UploadRow): Promise<void> {
  await library.db.transaction(async (tx) => {
    const [completed] = await tx
      .update(uploads)
      .set({ status: 'completed', touchedAt: library.clock.now() })
      .where(and(eq(uploads.id, row.id), eq(uploads.status, 'pending')))
      .returning()
    if (!completed) return
    await emitUpload(library, tx, completed, 'video.upload.completed')
    await arrived[completed.kind](library, tx, completed)
  })
}

/** What follows once a file is whole. */
const arrived = {
  source: async (library: Library, tx: Transaction, row: UploadRow) => {
    const [content] = await tx
      .update(contents)
      .set({ status: 'processing', stage: 'queued' })
      .where(and(eq(contents.id, row.contentId), eq(contents.status, 'pending')))
      .returning()
    if (!content) return
    await emitContent(library, tx, content, 'video.asset.updated')
    const { environmentId, id: contentId } = content
    await library.jobs.enqueue(tx, firstJobOf(content), { contentId }, { environmentId, key: contentId })
  },
  track: trackArrived,
  replacement: replacementArrived,
}

/** @throws problem not-found, upload-closed once it is complete */
export async function cancelUpload(library: Library, doer: Doer, id: string): Promise<void> {
  const row = await uploadOf(library.db, doer.scope.environmentId, id)
  await discardUpload(library, row, doer)
}

/** Collects uploads that nobody has touched for a day. */
export async function collectAbandonedUploads(library: Library): Promise<void> {
  const before = addSeconds(library.clock.now(), -uploadLimits.abandonedAfterHours * 3600)
  const abandoned = await library.db
    .select()
    .from(uploads)
    .where(and(eq(uploads.status, 'pending'), lt(uploads.touchedAt, before)))
    .limit(100)
  for (const row of abandoned) {
    // One that was completed or given up meanwhile is none of ours any more.
    await discardUpload(library, row, null).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
    })
  }
}

/** Gives up an upload that is still pending. @throws problem upload-closed, not-found */
async function discardUpload(library: Library, { id }: UploadRow, doer: Doer | null): Promise<void> {
  await library.db.transaction(async (tx) => {
    const [row] = await tx.select().from(uploads).where(eq(uploads.id, id)).for('update')
    if (!row) throw problem('not-found')
    if (row.status === 'completed') throw problem('upload-closed')
    await emitUpload(library, tx, row, 'video.upload.cancelled')
    await givenUp[row.kind](library, tx, row, doer)
  })
}

/** What becomes of the thing whose file never came. */
const givenUp = {
  source: async (library: Library, tx: Transaction, { environmentId, contentId }: UploadRow) => {
    await deleteContentsIn(library, tx, environmentId, [contentId], null)
  },
  track: trackGivenUp,
  replacement: replacementGivenUp,
}

async function uploadOf(db: Queryable, environmentId: string, id: string): Promise<UploadRow> {
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

/** A file's name as a title: without its ending, separators as spaces. */
function titleOf(fileName: string): string {
  const title = fileName
    .replace(/\.[^.]+$/, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
    .slice(0, 200)
    .trim()
  return title === '' ? fileName.slice(0, 200) : title
}
