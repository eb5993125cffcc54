import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { cutText, maxTags, uploadLimits, type WatchFileReason } from '@kinora/contract'
import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { publicId } from '../../../platform/database/ids.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { Problem } from '../../../platform/problem.ts'
import { assertFreeSpaceForJob } from '../../../platform/storage/free-space.ts'
import { assertCollectionNotTrashed, assertProfileExists } from '../../library/index.ts'
import { reportAccount } from '../accounts/account-changes.ts'
import { type Beside, besideReason, readBeside } from '../companions/beside.ts'
import { loadCompanions } from '../companions/companion-files.ts'
import type { SidecarValues } from '../companions/sidecar-values.ts'
import { recordFile } from '../folders/folder-changes.ts'
import { mayWatch } from '../folders/roots.ts'
import type { Intake } from '../intake.ts'
import { wholenessOf } from '../scanning/wholeness.ts'
import { type FileStore, isSameFile, StoreFault } from '../stores/file-store.ts'
import { reader } from '../stores/local-store.ts'
import { openFolder } from '../stores/open-store.ts'
import {
  type CloudAccountRow,
  cloudAccounts,
  type WatchFileRow,
  type WatchFolderRow,
  watchFiles,
  watchFolders,
} from '../tables.ts'
import { clearFile } from './clear-file.ts'
import { copyBytes, fastEnough } from './copy-bytes.ts'

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
  const { file, folder, account } = begun
  const ending = new AbortController()
  const until = AbortSignal.any([signal, ending.signal])
  const openStore = () => openFolder(intake, folder, account, until)
  try {
    if (file.state !== 'ingested' && !(await takeVideo(intake, begun, openStore, until))) return
    await clearFile(intake, folder, file, openStore)
  } catch (error) {
    if (account === null || signal.aborted || !(error instanceof StoreFault)) throw error
    const reason = error.accountReason
    if (reason === null && error.fault !== 'too-slow') throw error
    if (reason !== null) await reportAccount(intake, account, reason)
    // No list would queue it again. Its job tries it again by itself.
    if (folder.isImport) throw error
    await waitForServer(intake, file, error)
  } finally {
    ending.abort()
  }
}

/** @returns whether there is a video of the file */
async function takeVideo(
  intake: Intake,
  { file, folder }: Begun,
  openStore: () => Promise<FileStore>,
  signal: AbortSignal,
): Promise<boolean> {
  // Those that a person asked for are taken in any case.
  if (folder.isPaused && !file.isForced) return putBack(intake, file)
  const workFolder = join(intake.workFolder, publicId())
  await intake.ffmpeg.prepareFolder(workFolder)
  try {
    const sha256 = await copyFile(intake, folder, file, openStore, join(workFolder, COPY), signal)
    if (sha256 === null && folder.isImport) throw new NotTaken('changed')
    if (sha256 === null) return await putBack(intake, file)
    if (!file.isForced && (await isDuplicate(intake.db, file, sha256)))
      return await skip(intake, file, sha256)
    const beside = await lookBeside(intake, folder, file, openStore)
    const reason = file.isForced ? null : besideReason(folder, beside)
    if (reason !== null) return await putBack(intake, file, reason)
    try {
      await addVideo(intake, folder, { ...file, sha256 }, beside, { folder: workFolder, signal })
    } catch (error) {
      if (!(error instanceof Duplicate)) throw error
      return await skip(intake, file, sha256)
    }
  } finally {
    await rm(workFolder, { recursive: true, force: true })
  }
  return true
}

const COPY = 'file'

/** Reads the files beside a video, in the versions that are there now. */
async function lookBeside(
  intake: Intake,
  folder: WatchFolderRow,
  { path, companions }: WatchFileRow,
  openStore: () => Promise<FileStore>,
): Promise<Beside> {
  const files = (await loadCompanions(intake.db, folder, path))(path)
  // The marker that it was queued with: one that has come since is that of the next version.
  const markers = companions.filter(({ kind }) => kind === 'marker')
  const beside = markers.length === 0 ? files : files.filter(({ kind }) => kind !== 'marker')
  if (beside.length === 0) return { values: null, subtitles: [], companions: markers, hasChanged: false }
  await using store = await openStore()
  const read = await readBeside(intake, store, path, beside)
  const quietAt = intake.clock.now().getTime() - folder.quietSeconds * 1000
  const isWritten = beside.some(
    ({ kind, quietSince }) => (kind === 'sidecar' || kind === 'subtitle') && quietSince.getTime() > quietAt,
  )
  return {
    ...read,
    companions: [...markers, ...read.companions],
    hasChanged: read.hasChanged || isWritten,
  }
}

/** The same bytes became a video meanwhile. */
class Duplicate extends Error {
  override readonly name = 'Duplicate'
}

interface Begun {
  readonly file: WatchFileRow
  readonly folder: WatchFolderRow
  readonly account: CloudAccountRow | null
}

/** The file and its folder. Null if it is no longer to be taken. */
async function begin({ db, clock }: Intake, ref: FileRef): Promise<Begun | null> {
  return db.transaction(async (tx) => {
    const [file] = await tx.select().from(watchFiles).where(rowOf(watchFiles, ref)).for('update')
    if (file === undefined) return null
    const [folder] = await tx
      .select()
      .from(watchFolders)
      .where(rowOf(watchFolders, { id: file.folderId, environmentId: file.environmentId }))
    if (folder === undefined) return null
    const { accountId, environmentId } = folder
    const [account = null] =
      accountId === null
        ? []
        : await tx
            .select()
            .from(cloudAccounts)
            .where(rowOf(cloudAccounts, { id: accountId, environmentId }))
    if (file.state === 'ingested' && !file.isCleared) return { file, folder, account }
    if (file.state !== 'queued' && file.state !== 'fetching') return null
    const change = { state: 'fetching', reason: null, changedAt: clock.now() } as const
    if (!folder.isPaused || file.isForced)
      await tx.update(watchFiles).set(change).where(rowOf(watchFiles, file))
    return { file, folder, account }
  })
}

/** Copies a file and hashes it. Null if it has changed or is not whole.
 * @throws NotTaken, NoFreeSpace, StoreFault, and the error of the system */
async function copyFile(
  intake: Intake,
  folder: WatchFolderRow,
  file: WatchFileRow,
  openStore: () => Promise<FileStore>,
  copy: string,
  signal: AbortSignal,
): Promise<string | null> {
  if (!mayWatch(intake, folder)) throw new NotTaken('unreadable')
  if (file.size === 0) throw new NotTaken('empty')
  if (file.size > uploadLimits.maxFileBytes) throw new NotTaken('too-large')
  await assertFreeSpaceForJob(intake, file.size)
  await using store = await openStore()
  await using source = await store.open(file).catch(refuse)
  const isSame = async () => isSameFile(await source.facts().catch(refuse), file)
  if (!(await isSame())) return null
  const bytes =
    folder.accountId === null ? source.stream() : fastEnough(source.stream(), () => performance.now())
  const listed = file.isForced ? null : file.checksums
  const copied = await copyBytes(bytes, copy, signal, listed).catch(refuse)
  if (copied === null || !(await isSame())) return null
  // Some servers end a transfer that breaks off as if it were complete.
  if (copied.size !== file.size) throw new StoreFault('no-answer', 'the transfer ended early')
  if (!copied.isAsListed) throw new NotTaken('not-as-listed')
  await using written = await open(copy)
  const isWhole = file.isForced || (await wholenessOf(file.size, reader(written))) !== 'incomplete'
  return isWhole ? copied.sha256 : null
}

/** @throws NotTaken for a file that is gone or cannot be read */
function refuse(error: unknown): never {
  const fault = error instanceof StoreFault ? error.fault : null
  if (fault === 'missing') throw new NotTaken('gone')
  if (fault === 'no-file') throw new NotTaken('no-file')
  if (fault === 'no-access' || fault === 'outside') throw new NotTaken('unreadable')
  throw error
}

/** How often a file waits for its server again. Between two of these its folder was listed, so the server was back. */
const MOST_ATTEMPTS = 5

/** Lets a file wait until its server is back. @throws NotTaken after the last attempt, or the error */
async function waitForServer({ db, clock }: Intake, file: WatchFileRow, error: unknown): Promise<void> {
  // One whose video was made is only not moved yet: its job tries it again.
  if (file.state === 'ingested') throw error
  if (file.attempts >= MOST_ATTEMPTS) throw new NotTaken('unreachable')
  const now = clock.now()
  const rows = await db
    .update(watchFiles)
    .set({
      state: 'settling',
      reason: 'unreachable',
      lookAt: now,
      changedAt: now,
      attempts: file.attempts + 1,
    })
    .where(isBeingTaken(file))
    .returning({ id: watchFiles.id })
  if (rows.length === 0) throw error
}

/** Lets a file wait again, since it or a file beside it has changed, or its folder was paused. */
async function putBack(
  { db, clock }: Intake,
  file: WatchFileRow,
  reason: WatchFileReason = 'changing',
): Promise<false> {
  const now = clock.now()
  await db
    .update(watchFiles)
    .set({
      state: 'settling',
      reason,
      quietSince: now,
      lookAt: now,
      changedAt: now,
      isForced: false,
    })
    .where(isBeingTaken(file))
  return false
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

async function skip({ db, clock }: Intake, file: WatchFileRow, sha256: string): Promise<false> {
  await db
    .update(watchFiles)
    .set({ state: 'skipped', reason: 'duplicate', sha256, changedAt: clock.now() })
    .where(isBeingTaken(file))
  return false
}

async function addVideo(
  intake: Intake,
  folder: WatchFolderRow,
  file: WatchFileRow & { readonly sha256: string },
  { values, subtitles, companions }: Beside,
  workspace: { readonly folder: string; readonly signal: AbortSignal },
): Promise<void> {
  const { db } = intake
  const { sha256 } = file
  const { environmentId } = folder
  const fileName = cutText((file.path.split('/').at(-1) ?? file.path).normalize('NFC'), 200)
  const video = {
    fileName,
    ...(values !== null && describe(values)),
    tags: [...new Set([...folder.tags, ...(values?.tags ?? [])])].slice(0, maxTags),
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
      state: 'ingested' as const,
      reason: null,
      sha256,
      contentId,
      companions: [...companions],
      changedAt: intake.clock.now(),
    }
    const rows = await tx
      .update(watchFiles)
      .set(change)
      .where(isBeingTaken(file))
      .returning({ id: watchFiles.id })
    if (rows.length === 0) throw new NotTaken('gone')
    await intake.library.addSubtitles(tx, { id: contentId, environmentId }, subtitles)
  })
}

/** The fields that a sidecar has, so that the others are made as usual. */
function describe({ title, description, metadata }: SidecarValues) {
  return {
    ...(title !== null && { title }),
    ...(description !== null && { description }),
    metadata: [...metadata],
  }
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
  if (error instanceof StoreFault) return 'unreachable'
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return 'storage-full'
  return 'failed'
}

/** Condition: nothing has become of the file meanwhile. */
function isBeingTaken(ref: FileRef) {
  return and(rowOf(watchFiles, ref), inArray(watchFiles.state, ['queued', 'fetching']))
}
