import { join } from 'node:path'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { assertFreeSpaceForJob } from '../../../platform/storage/free-space.ts'
import type { ContentRef, ContentRow } from '../contents/content-view.ts'
import { insertContent, type NewContent } from '../contents/contents.ts'
import { contents } from '../contents/tables.ts'
import { ContentGone, type Workspace } from '../contents/workspace.ts'
import { type ChosenProfile, chooseProfile, copyProfile } from '../encoding-profiles/chosen-profile.ts'
import { cancelKeyRemovals, scheduleRemoval, UNUSED_SECONDS } from '../files/removals.ts'
import { sourceKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { ingestJob } from '../sources/content-jobs.ts'
import { titleFromFileName } from '../uploads/file-title.ts'
import { testFields } from '../uploads/test-videos.ts'
import { beginReplacement, enqueueReencode } from './replacements.ts'

/** Facts of a video that another area makes. */
export type AddedVideo = Required<Pick<NewContent, 'id' | 'title' | 'addedBy' | 'addedById' | 'fileName'>>

/**
 * Adds a file of a job as a video like another one: in its folder, with its profile and playback rules. If the video
 * exists already, the file replaces its file.
 * @param extend changes rows of another area in the same transaction
 * @throws problem in-trash or content-not-ready if the file cannot be replaced, ContentGone without the origin
 */
export async function addVideo(
  library: Library,
  origin: ContentRef,
  video: AddedVideo,
  workspace: Workspace,
  file: string,
  extend: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const ref = { id: video.id, environmentId: origin.environmentId }
  const exists = (await library.db.$count(contents, rowOf(contents, ref))) > 0
  if (!exists) return insertVideo(library, origin, video, workspace, file, extend)
  const fileId = uuidv7()
  await storeFile(library, ref, sourceKey(ref.id, fileId), workspace, file)
  await library.db.transaction(async (tx) => {
    const source = { fileName: video.fileName, url: null, stage: 'encoding' } as const
    const row = await beginReplacement(library, tx, null, ref, fileId, source)
    await enqueueReencode(library, tx, row, fileId)
    await extend(tx)
  })
}

async function insertVideo(
  library: Library,
  { id, environmentId }: ContentRef,
  video: AddedVideo,
  workspace: Workspace,
  file: string,
  extend: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const [origin] = await library.db.select().from(contents).where(rowOf(contents, { id, environmentId }))
  if (origin === undefined) throw new ContentGone()
  const chosen = await copyProfile(library, origin, video.id)
  await insertFile(library, { ...video, ...likenessOf(origin) }, chosen, workspace, file, extend)
}

/** A file that becomes a video. */
export interface AddedFile
  extends Required<
      Pick<NewContent, 'tags' | 'addedBy' | 'addedById' | 'fileName' | 'playbackPolicy' | 'collectionId'>
    >,
    Pick<NewContent, 'description' | 'metadata'> {
  /** Missing: by the name of the file. */
  readonly title?: string
  /** Null for the default of the environment. */
  readonly encodingProfileId: string | null
}

/**
 * Adds a file of a job as a new video, with another area's rows in the same transaction.
 * @throws problem wallet-empty, spend-cap-reached, not-found, codec-unavailable
 */
export async function addFile(
  library: Library,
  environmentId: string,
  { encodingProfileId, ...given }: AddedFile,
  workspace: Workspace,
  file: string,
  extend: (tx: Transaction, contentId: string) => Promise<void>,
): Promise<void> {
  await library.usage.assertMayStart(library.db, environmentId)
  const id = uuidv7()
  const chosen = await chooseProfile(library, environmentId, id, encodingProfileId ?? undefined)
  const title = given.title ?? titleFromFileName(given.fileName)
  const video = { ...given, id, environmentId, title, status: 'processing', stage: 'queued' } as const
  await insertFile(library, video, chosen, workspace, file, (tx) => extend(tx, id))
}

/** Stores a file, and inserts its content and enqueues the ingest in one transaction. */
async function insertFile(
  library: Library,
  video: Omit<NewContent, 'profile' | 'sourceBytes'> & { readonly id: string },
  chosen: ChosenProfile,
  workspace: Workspace,
  file: string,
  extend: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const { id, environmentId } = video
  const key = sourceKey(id)
  const sourceBytes = await storeFile(library, { id, environmentId }, key, workspace, file)
  await library.db.transaction(async (tx) => {
    await insertContent(library, tx, { ...video, profile: chosen.profile, sourceBytes })
    await chosen.keep(tx)
    await cancelKeyRemovals(tx, environmentId, key)
    await library.jobs.enqueue(tx, ingestJob, { contentId: id }, { environmentId, key: id })
    await extend(tx)
  })
}

/** Fields that a video takes over from the one that it was made of. */
function likenessOf(origin: ContentRow) {
  const { environmentId, playbackPolicy, playbackRestrictions, collectionId } = origin
  const queued = { status: 'processing', stage: 'queued' } as const
  return {
    environmentId,
    playbackPolicy,
    playbackRestrictions,
    collectionId,
    ...testFields(origin),
    ...queued,
  }
}

/** Stores a file with a scheduled removal, so that a crash before its row is written leaves nothing behind. */
async function storeFile(
  library: Library,
  { environmentId }: ContentRef,
  key: string,
  { folder, signal }: Workspace,
  file: string,
): Promise<number> {
  await assertFreeSpaceForJob(library, 0)
  await library.db.transaction((tx) => scheduleRemoval(library, tx, environmentId, key, UNUSED_SECONDS))
  // A worker that lost its lease must not overwrite the file of a newer attempt.
  signal.throwIfAborted()
  const { size } = await library.storage.putFile(key, join(folder, file), 'application/octet-stream')
  return size
}
