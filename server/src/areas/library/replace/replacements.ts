import type { Upload } from '@kinora/contract'
import { and, eq } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { assertFetchable } from '../../../platform/net/fetchable.ts'
import { storeAddress } from '../../../platform/net/stored-address.ts'
import { problem } from '../../../platform/problem.ts'
import { assertFreeSpace } from '../../../platform/storage/free-space.ts'
import { contentAudit, contentEvent } from '../contents/content-changes.ts'
import type { NewSource, Reencode } from '../contents/content-facts.ts'
import type { ContentRef, ContentRow } from '../contents/content-view.ts'
import { getContent, lockContent } from '../contents/contents.ts'
import { standardProfile } from '../contents/standard-profile.ts'
import { contents, type UploadRow, uploads } from '../contents/tables.ts'
import { scheduleRemoval, scheduleUploadRemoval } from '../files/removals.ts'
import { sourceKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { assertHasSource } from '../recordings/source-less.ts'
import { reencodeJob } from '../reencode/jobs.ts'
import { assertNotRunning, removeNewRenditions, removeNewWatermark } from '../reencode/reencode.ts'
import type { UploadHandler } from '../uploads/upload-handlers.ts'
import { beginUpload } from '../uploads/upload-rows.ts'
import { fileNameOf } from '../uploads/url-uploads.ts'

/**
 * Replaces a video's file with one from a URL; the video stays as it is until the new renditions are complete. The
 * audit trail has the start, a cancellation and the exchange; the video's history has only the exchange.
 * @throws problem not-found, in-trash, recording-has-no-source, test-video, content-not-ready, reencode-running,
 * replacement-running, url-not-allowed, storage-full
 */
export async function replaceByUrl(
  library: Library,
  caller: Caller,
  id: string,
  url: string,
): Promise<ContentRow> {
  const { environmentId } = caller.scope
  assertReplaceable(await getContent(library.db, environmentId, id))
  await library.usage.assertMayStart(library.db, environmentId)
  await assertFreeSpace(library, 0)
  await assertFetchable(library, url)
  const address = storeAddress(library.secrets, url)
  const source = { fileName: fileNameOf(new URL(url)), url: address, stage: 'downloading' } as const
  return library.db.transaction(async (tx) => {
    const reencodeId = uuidv7()
    const row = await beginReplacement(library, tx, caller, { id, environmentId }, reencodeId, source)
    await enqueueReencode(library, tx, row, reencodeId)
    return row
  })
}

/** Like `replaceByUrl`, with an upload in parts. */
export async function replaceByUpload(
  library: Library,
  caller: Caller,
  id: string,
  { fileName, fileSize }: { readonly fileName: string; readonly fileSize: number },
): Promise<Upload> {
  const { environmentId } = caller.scope
  assertReplaceable(await getContent(library.db, environmentId, id))
  await library.usage.assertMayStart(library.db, environmentId)
  await assertFreeSpace(library, fileSize)
  const targetId = uuidv7()
  const file = { environmentId, contentId: id, kind: 'replacement', targetId, fileName, fileSize } as const
  return beginUpload(library, file, async (tx) => {
    await beginReplacement(library, tx, caller, { id, environmentId }, targetId, {
      fileName,
      url: null,
      stage: 'uploading',
    })
  })
}

/**
 * Cancels a replacement, or dismisses its error.
 * @throws problem not-found, in-trash, content-not-ready without a replacement
 */
export async function cancelReplacement(library: Library, caller: Caller, id: string): Promise<ContentRow> {
  const { environmentId } = caller.scope
  await getContent(library.db, environmentId, id)
  return library.db.transaction(async (tx) => {
    // Uploads are locked before contents everywhere.
    const isReplacement = and(
      eq(uploads.environmentId, environmentId),
      eq(uploads.contentId, id),
      eq(uploads.kind, 'replacement'),
    )
    const rows = await tx.select().from(uploads).where(isReplacement).for('update')
    const content = await lockContent(tx, environmentId, id)
    if (!content.reencode?.source)
      throw problem('content-not-ready', { detail: 'The file of this video is not being replaced' })
    for (const row of rows) if (row.status === 'pending') await scheduleUploadRemoval(library, tx, row)
    await tx.delete(uploads).where(isReplacement)
    return endReplacement(library, tx, content, content.reencode, caller)
  })
}

/** Uploads of new files of videos. */
export const replacementUploads: UploadHandler = {
  completed: completeReplacementUpload,
  abandoned: abandonReplacementUpload,
}

/** Starts the re-encoding when the uploaded file is complete. */
async function completeReplacementUpload(
  library: Library,
  tx: Transaction,
  { environmentId, contentId, targetId }: UploadRow,
): Promise<void> {
  const isContent = rowOf(contents, { environmentId, id: contentId })
  const [content] = await tx.select().from(contents).where(isContent).for('update')
  const { reencode } = content ?? {}
  if (!content || !reencode?.source || reencode.id !== targetId || reencode.status !== 'running') return
  const updated = { ...reencode, source: { ...reencode.source, stage: 'encoding' as const } }
  await tx.update(contents).set({ reencode: updated }).where(isContent)
  await recordChange(tx, null, contentEvent(content, 'video.asset.updated'), library.clock.now())
  await enqueueReencode(library, tx, content, reencode.id)
}

/** Cancels the replacement when its upload was canceled or abandoned. @param caller null if Kinora does it itself */
async function abandonReplacementUpload(
  library: Library,
  tx: Transaction,
  upload: UploadRow,
  caller: Caller | null,
): Promise<void> {
  await scheduleUploadRemoval(library, tx, upload)
  await tx.delete(uploads).where(rowOf(uploads, upload))
  const isContent = rowOf(contents, { environmentId: upload.environmentId, id: upload.contentId })
  const [content] = await tx.select().from(contents).where(isContent).for('update')
  if (content?.reencode?.source && content.reencode.id === upload.targetId)
    await endReplacement(library, tx, content, content.reencode, caller)
}

/** Marks a video as being replaced. @param caller null if a job of another area does it */
export async function beginReplacement(
  library: Library,
  tx: Transaction,
  caller: Caller | null,
  { id, environmentId }: ContentRef,
  reencodeId: string,
  source: Omit<NewSource, 'by'>,
): Promise<ContentRow> {
  const current = await lockContent(tx, environmentId, id)
  assertReplaceable(current)
  await removeNewWatermark(library, tx, current)
  const profile = current.profile ?? standardProfile
  const reencode: Reencode = {
    id: reencodeId,
    profile,
    status: 'running',
    progress: 0,
    errorId: null,
    step: 0,
    source: { ...source, ...(caller !== null && { by: auditActorOf(caller) }) },
  }
  const [row] = await tx.update(contents).set({ reencode }).where(rowOf(contents, current)).returning()
  if (row === undefined) throw problem('not-found')
  const values = { before: { fileName: current.fileName }, after: { fileName: source.fileName } }
  await recordChange(
    tx,
    caller,
    {
      ...contentAudit(row, 'asset.replacement.started', values),
      ...contentEvent(row, 'video.asset.replacement.started'),
    },
    library.clock.now(),
  )
  return row
}

function auditActorOf({ actor, scope: { organizationId } }: Caller): Required<NewSource>['by'] {
  if (actor.kind === 'token') {
    const { kind, tokenId, name } = actor
    return { actor: { kind, tokenId, name }, organizationId }
  }
  const { kind, userId, name, impersonatedBy } = actor
  const impersonator = impersonatedBy && { name: impersonatedBy.name }
  return { actor: { kind, userId, name, impersonatedBy: impersonator }, organizationId }
}

async function endReplacement(
  library: Library,
  tx: Transaction,
  content: ContentRow,
  reencode: Reencode,
  caller: Caller | null,
): Promise<ContentRow> {
  const { id, environmentId } = content
  await removeNewRenditions(library, tx, content)
  await scheduleRemoval(library, tx, environmentId, sourceKey(id, reencode.id))
  const [row] = await tx.update(contents).set({ reencode: null }).where(rowOf(contents, content)).returning()
  if (row === undefined) throw problem('not-found')
  if (reencode.status === 'failed') {
    await recordChange(tx, null, contentEvent(row, 'video.asset.updated'), library.clock.now())
    return row
  }
  await recordChange(tx, null, contentEvent(row, 'video.asset.replacement.cancelled'), library.clock.now())
  const { source } = reencode
  const organizationId = caller?.scope.organizationId ?? source?.by?.organizationId
  if (source !== undefined && organizationId !== undefined) {
    const by = { actor: caller?.actor ?? null, scope: { organizationId } }
    const values = { before: { fileName: source.fileName } }
    await recordChange(tx, by, contentAudit(row, 'asset.replacement.cancelled', values), library.clock.now())
  }
  return row
}

export async function enqueueReencode(
  library: Library,
  tx: Transaction,
  { id: contentId, environmentId }: ContentRow,
  reencodeId: string,
): Promise<void> {
  await library.jobs.enqueue(
    tx,
    reencodeJob,
    { contentId, reencodeId, step: 0 },
    { environmentId, key: reencodeId },
  )
}

/** Failed videos can be replaced too, which keeps their metadata. */
function assertReplaceable(content: ContentRow): void {
  const { status, stage, trashedAt, isTest, reencode } = content
  if (trashedAt !== null) throw problem('in-trash')
  assertHasSource(content)
  if (isTest) throw problem('test-video', { detail: 'The file of a test video cannot be replaced' })
  assertNotRunning(reencode)
  if ((status !== 'ready' && status !== 'failed') || stage !== null)
    throw problem('content-not-ready', { detail: 'It is still being created' })
}
