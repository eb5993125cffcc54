import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { cutText, uploadLimits, type WatchFileReason } from '@kinora/contract'
import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { publicId } from '../../../platform/database/ids.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { Problem } from '../../../platform/problem.ts'
import { assertFreeSpaceForJob } from '../../../platform/storage/free-space.ts'
import { assertCollectionNotTrashed, assertProfileExists } from '../../library/index.ts'
import { recordFile } from '../folders/folder-changes.ts'
import { factsOf, OutsideRoot, openLocal } from '../folders/local-files.ts'
import { mayWatch } from '../folders/roots.ts'
import type { Intake } from '../intake.ts'
import { reader, wholenessOf } from '../scanning/wholeness.ts'
import { type WatchFileRow, type WatchFolderRow, watchFiles, watchFolders } from '../tables.ts'
import { clearFile } from './clear-file.ts'

type FileRef = Pick<WatchFileRow, 'id' | 'environmentId'>

/** A file cannot be taken, and another attempt does not help. */
class NotTaken extends Error {
  override readonly name = 'NotTaken'
  readonly reason: WatchFileReason
  constructor(reason: WatchFileReason) {
    super(`a file was not taken: ${reason}`)
    this.reason = reason
  }
}

/** Copies a queued file, and makes a video of it if it is still the same and whole. The row of the file and the video are
 * written in one transaction, so that it becomes one video exactly. */
export async function takeFile(intake: Intake, ref: FileRef, signal: AbortSignal): Promise<void> {
  try {
    await takeOnce(intake, ref, signal)
  } catch (error) {
    if (!(error instanceof NotTaken)) throw error
    await failFile(intake, ref, error)
  }
}

async function takeOnce(intake: Intake, ref: FileRef, signal: AbortSignal): Promise<void> {
  const begun = await begin(intake, ref)
  if (begun === null) return
  const { file, folder } = begun
  if (file.state === 'ingested') return clearFile(intake, folder, file)
  // Those that a person asked for are taken in any case.
  if (folder.isPaused && !file.isForced) return putBack(intake, file)
  const workFolder = join(intake.workFolder, publicId())
  await intake.ffmpeg.prepareFolder(workFolder)
  try {
    const sha256 = await copyFile(intake, folder, file, join(workFolder, COPY), signal)
    if (sha256 === null) return await putBack(intake, file)
    if (!file.isForced && (await isDuplicate(intake.db, file, sha256)))
      return await skip(intake, file, sha256)
    try {
      await addVideo(intake, folder, file, sha256, { folder: workFolder, signal })
    } catch (error) {
      if (!(error instanceof Duplicate)) throw error
      return await skip(intake, file, sha256)
    }
  } finally {
    await rm(workFolder, { recursive: true, force: true })
  }
  await clearFile(intake, folder, file)
}

const COPY = 'file'

/** The same bytes became a video meanwhile. */
class Duplicate extends Error {
  override readonly name = 'Duplicate'
}

/** The file and its folder. Null if it is no longer to be taken. */
async function begin({ db, clock }: Intake, ref: FileRef) {
  return db.transaction(async (tx) => {
    const [file] = await tx.select().from(watchFiles).where(rowOf(watchFiles, ref)).for('update')
    if (file === undefined) return null
    const [folder] = await tx
      .select()
      .from(watchFolders)
      .where(rowOf(watchFolders, { id: file.folderId, environmentId: file.environmentId }))
    if (folder === undefined) return null
    if (file.state === 'ingested' && !file.isCleared) return { file, folder }
    if (file.state !== 'queued' && file.state !== 'fetching') return null
    const change = { state: 'fetching', reason: null, changedAt: clock.now() } as const
    if (!folder.isPaused || file.isForced)
      await tx.update(watchFiles).set(change).where(rowOf(watchFiles, file))
    return { file, folder }
  })
}

/** Copies a file and hashes it. Null if it has changed or is not whole.
 * @throws NotTaken, NoFreeSpace, and the error of the system */
async function copyFile(
  intake: Intake,
  folder: WatchFolderRow,
  file: WatchFileRow,
  copy: string,
  signal: AbortSignal,
): Promise<string | null> {
  if (!mayWatch(intake, folder)) throw new NotTaken('unreadable')
  if (file.size === 0) throw new NotTaken('empty')
  if (file.size > uploadLimits.maxFileBytes) throw new NotTaken('too-large')
  await assertFreeSpaceForJob(intake, file.size)
  await using source = await openLocal(folder, file.path).catch(refuse)
  const isSame = async () => {
    const { size, modifiedAt } = factsOf(await source.stat())
    return size === file.size && modifiedAt.getTime() === file.modifiedAt.getTime()
  }
  if (!(await isSame())) return null
  const sha256 = await copyBytes(source, copy, file.size, signal)
  if (!(await isSame())) return null
  await using written = await open(copy)
  const isWhole = file.isForced || (await wholenessOf(file.size, reader(written))) !== 'incomplete'
  return isWhole ? sha256 : null
}

const CHUNK_BYTES = 1024 ** 2

/** Copies an open file up to its size. @returns the SHA-256 of the copy */
async function copyBytes(
  source: FileHandle,
  copy: string,
  size: number,
  signal: AbortSignal,
): Promise<string> {
  await using target = await open(copy, 'wx')
  const hash = createHash('sha256')
  const chunk = Buffer.alloc(CHUNK_BYTES)
  for (let at = 0; at < size; ) {
    signal.throwIfAborted()
    const { bytesRead } = await source.read(chunk, 0, Math.min(chunk.length, size - at), at)
    // The file became shorter, which the comparison afterwards finds.
    if (bytesRead === 0) break
    const bytes = chunk.subarray(0, bytesRead)
    hash.update(bytes)
    await target.writeFile(bytes)
    at += bytesRead
  }
  return hash.digest('hex')
}

/** @throws NotTaken for a file that is gone or cannot be read */
function refuse(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT') throw new NotTaken('gone')
  if (code === 'ELOOP' || code === 'EINVAL') throw new NotTaken('no-file')
  if (code === 'EACCES' || error instanceof OutsideRoot) throw new NotTaken('unreadable')
  throw error
}

/** Lets a file wait again, since it has changed or its folder was paused. */
async function putBack({ db, clock }: Intake, file: WatchFileRow): Promise<void> {
  const now = clock.now()
  await db
    .update(watchFiles)
    .set({
      state: 'settling',
      reason: 'changing',
      quietSince: now,
      lookAt: now,
      changedAt: now,
      isForced: false,
    })
    .where(isBeingTaken(file))
}

/** Whether another version or file of the folder with the same bytes became a video. */
async function isDuplicate(db: Queryable, file: WatchFileRow, sha256: string): Promise<boolean> {
  const same = and(
    eq(watchFiles.folderId, file.folderId),
    eq(watchFiles.environmentId, file.environmentId),
    eq(watchFiles.sha256, sha256),
    isNotNull(watchFiles.contentId),
    ne(watchFiles.id, file.id),
  )
  return (await db.$count(watchFiles, same)) > 0
}

async function skip({ db, clock }: Intake, file: WatchFileRow, sha256: string): Promise<void> {
  await db
    .update(watchFiles)
    .set({ state: 'skipped', reason: 'duplicate', sha256, changedAt: clock.now() })
    .where(isBeingTaken(file))
}

async function addVideo(
  intake: Intake,
  folder: WatchFolderRow,
  file: WatchFileRow,
  sha256: string,
  workspace: { readonly folder: string; readonly signal: AbortSignal },
): Promise<void> {
  const { db } = intake
  const { environmentId } = folder
  const fileName = cutText((file.path.split('/').at(-1) ?? file.path).normalize('NFC'), 200)
  const video = {
    fileName,
    tags: folder.tags,
    addedBy: folder.createdBy,
    addedById: folder.createdById,
    playbackPolicy: folder.playbackPolicy,
    collectionId: await ifExists(folder.collectionId, (id) =>
      assertCollectionNotTrashed(db, environmentId, id),
    ),
    encodingProfileId: await ifExists(folder.encodingProfileId, (id) =>
      assertProfileExists(db, environmentId, id),
    ),
  }
  await intake.library.addFile(file.environmentId, video, workspace, COPY, async (tx, contentId) => {
    // Another job may take the same bytes by another name at this moment.
    await takeLock(tx, `watch ${file.folderId} ${sha256}`)
    if (!file.isForced && (await isDuplicate(tx, file, sha256))) throw new Duplicate()
    const change = {
      state: 'ingested',
      reason: null,
      sha256,
      contentId,
      changedAt: intake.clock.now(),
    } as const
    const rows = await tx
      .update(watchFiles)
      .set(change)
      .where(isBeingTaken(file))
      .returning({ id: watchFiles.id })
    if (rows.length === 0) throw new NotTaken('gone')
  })
}

/** Returns the ID of an object that videos refer to, or null if it was deleted since. @param assertExists throws a problem then */
async function ifExists(
  id: string | null,
  assertExists: (id: string) => Promise<void>,
): Promise<string | null> {
  if (id === null) return null
  try {
    await assertExists(id)
    return id
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** Ends a file after the last attempt, with its reason. One whose video was made stays as it is, and says that its file could
 * not be moved. */
export async function failFile({ db, clock }: Intake, ref: FileRef, error: unknown): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    const isLeft = and(
      rowOf(watchFiles, ref),
      eq(watchFiles.state, 'ingested'),
      eq(watchFiles.isCleared, false),
    )
    await tx.update(watchFiles).set({ reason: 'not-moved', isCleared: true }).where(isLeft)
    const change = { state: 'failed', reason: reasonOf(error), changedAt: now } as const
    const [file] = await tx.update(watchFiles).set(change).where(isBeingTaken(ref)).returning()
    if (file === undefined) return
    const [folder] = await tx
      .select()
      .from(watchFolders)
      .where(rowOf(watchFolders, { id: file.folderId, environmentId: file.environmentId }))
    if (folder !== undefined) await recordFile(tx, null, { folder, file }, 'failed', {}, now)
  })
}

function reasonOf(error: unknown): WatchFileReason {
  if (error instanceof NotTaken) return error.reason
  if (error instanceof Problem && (error.id === 'wallet-empty' || error.id === 'spend-cap-reached'))
    return 'wallet-empty'
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return 'storage-full'
  return 'failed'
}

/** Condition: nothing has become of the file meanwhile. */
function isBeingTaken(ref: FileRef) {
  return and(rowOf(watchFiles, ref), inArray(watchFiles.state, ['queued', 'fetching']))
}
