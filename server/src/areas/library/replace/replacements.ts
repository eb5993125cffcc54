import type { Upload } from '@kinora/contract'
import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { problem } from '../../../platform/problem.ts'
import { auditContent, auditContentBy } from '../contents/content-audit.ts'
import type { NewSource, Reencode } from '../contents/content-facts.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { contentOf, type Doer, emitContent, lockContent } from '../contents/contents.ts'
import { contents, uploads } from '../contents/tables.ts'
import { standardProfile } from '../encoding-profiles/encoding-profile-view.ts'
import { assertRoomFor } from '../files/free-space.ts'
import { removeFile, removeUpload } from '../files/removals.ts'
import { sourceKey } from '../files/storage-keys.ts'
import { reencodeJob } from '../job-definitions.ts'
import type { Library } from '../library.ts'
import { assertNotRunning, dropNew, removeWatermark } from '../reencode/reencode.ts'
import { beginUpload, type UploadRow } from '../uploads/upload-rows.ts'
import { assertFetchable, fileNameOf } from '../uploads/url-uploads.ts'

/**
 * Has another file, by its address, made into the video beside what is there.
 * @throws problem not-found, in-trash, test-video, content-not-ready, reencode-running, replacement-running,
 *   url-not-allowed, storage-full
 */
export async function replaceByUrl(
  library: Library,
  doer: Doer,
  id: string,
  url: string,
): Promise<ContentRow> {
  const { environmentId } = doer.scope
  assertReplaceable(await contentOf(library.db, environmentId, id))
  await assertRoomFor(library, 0)
  await assertFetchable(library, url)
  const source = { fileName: fileNameOf(new URL(url)), url, stage: 'downloading' } as const
  return library.db.transaction(async (tx) => {
    const reencodeId = uuidv7()
    const row = await begin(library, tx, doer, id, reencodeId, source)
    await enqueueReencode(library, tx, row, reencodeId)
    return row
  })
}

/** The same by an upload in parts. */
export async function replaceByUpload(
  library: Library,
  doer: Doer,
  id: string,
  { fileName, fileSize }: { readonly fileName: string; readonly fileSize: number },
): Promise<Upload> {
  const { environmentId } = doer.scope
  assertReplaceable(await contentOf(library.db, environmentId, id))
  await assertRoomFor(library, fileSize)
  const targetId = uuidv7()
  const file = { environmentId, contentId: id, kind: 'replacement', targetId, fileName, fileSize } as const
  return beginUpload(library, file, async (tx) => {
    await begin(library, tx, doer, id, targetId, { fileName, url: null, stage: 'uploading' })
  })
}

/** Gives it up, or forgets that it failed. @throws problem not-found, in-trash, content-not-ready where there is none */
export async function cancelReplacement(library: Library, doer: Doer, id: string): Promise<ContentRow> {
  const { environmentId } = doer.scope
  await contentOf(library.db, environmentId, id)
  return library.db.transaction(async (tx) => {
    // Uploads before contents, as everywhere.
    const sent = and(eq(uploads.contentId, id), eq(uploads.kind, 'replacement'))
    const rows = await tx.select().from(uploads).where(sent).for('update')
    const content = await lockContent(tx, environmentId, id)
    if (!content.reencode?.source)
      throw problem('content-not-ready', { detail: 'Its file is not being replaced' })
    for (const row of rows) if (row.status === 'pending') await removeUpload(library, tx, row)
    await tx.delete(uploads).where(sent)
    return giveUp(library, tx, content, content.reencode, doer)
  })
}

/** The file is whole: the video is made of it. */
export async function replacementArrived(
  library: Library,
  tx: Transaction,
  { contentId, targetId }: UploadRow,
): Promise<void> {
  const [content] = await tx.select().from(contents).where(eq(contents.id, contentId)).for('update')
  const { reencode } = content ?? {}
  if (!content || !reencode?.source || reencode.id !== targetId || reencode.status !== 'running') return
  const arrived = { ...reencode, source: { ...reencode.source, stage: 'encoding' as const } }
  await tx.update(contents).set({ reencode: arrived }).where(eq(contents.id, contentId))
  await emitContent(library, tx, content, 'video.asset.updated')
  await enqueueReencode(library, tx, content, reencode.id)
}

/**
 * The file never came whole: the video stays as it is.
 * @param doer null where Kinora does it by itself
 */
export async function replacementGivenUp(
  library: Library,
  tx: Transaction,
  upload: UploadRow,
  doer: Doer | null,
): Promise<void> {
  await removeUpload(library, tx, upload)
  await tx.delete(uploads).where(eq(uploads.id, upload.id))
  const [content] = await tx.select().from(contents).where(eq(contents.id, upload.contentId)).for('update')
  if (content?.reencode?.source && content.reencode.id === upload.targetId)
    await giveUp(library, tx, content, content.reencode, doer)
}

async function begin(
  library: Library,
  tx: Transaction,
  doer: Doer,
  id: string,
  reencodeId: string,
  source: Omit<NewSource, 'by'>,
): Promise<ContentRow> {
  const current = await lockContent(tx, doer.scope.environmentId, id)
  assertReplaceable(current)
  await removeWatermark(library, tx, current)
  const profile = current.profile ?? standardProfile
  const reencode: Reencode = {
    id: reencodeId,
    profile,
    status: 'running',
    progress: 0,
    errorId: null,
    step: 0,
    source: { ...source, by: asWritten(doer) },
  }
  const [row] = await tx.update(contents).set({ reencode }).where(eq(contents.id, id)).returning()
  if (row === undefined) throw problem('not-found')
  await emitContent(library, tx, row, 'video.asset.replacement.started')
  await auditContent(library, tx, row, 'asset.replacement.started', doer, {
    before: { fileName: current.fileName },
    after: { fileName: source.fileName },
  })
  return row
}

function asWritten({ actor, scope: { organizationId } }: Doer): Required<NewSource>['by'] {
  if (actor.kind === 'token') {
    const { kind, tokenId, name } = actor
    return { actor: { kind, tokenId, name }, organizationId }
  }
  const { kind, userId, name, impersonatedBy } = actor
  const impersonator = impersonatedBy && { name: impersonatedBy.name }
  return { actor: { kind, userId, name, impersonatedBy: impersonator }, organizationId }
}

async function giveUp(
  library: Library,
  tx: Transaction,
  content: ContentRow,
  reencode: Reencode,
  doer: Doer | null,
): Promise<ContentRow> {
  const { id, environmentId } = content
  await dropNew(library, tx, content)
  await removeFile(library, tx, environmentId, sourceKey(id, reencode.id))
  const [row] = await tx.update(contents).set({ reencode: null }).where(eq(contents.id, id)).returning()
  if (row === undefined) throw problem('not-found')
  if (reencode.status === 'failed') {
    await emitContent(library, tx, row, 'video.asset.updated')
    return row
  }
  await emitContent(library, tx, row, 'video.asset.replacement.cancelled')
  const { source } = reencode
  const organizationId = doer?.scope.organizationId ?? source?.by?.organizationId
  if (source !== undefined && organizationId !== undefined) {
    const by = { actor: doer?.actor ?? null, organizationId }
    const before = { fileName: source.fileName }
    await auditContentBy(library, tx, row, 'asset.replacement.cancelled', by, { before })
  }
  return row
}

async function enqueueReencode(
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

/** Also what failed: the file was not what it should be, and all that was said of the video stays. */
function assertReplaceable({ status, stage, trashedAt, isTest, reencode }: ContentRow): void {
  if (trashedAt !== null) throw problem('in-trash')
  if (isTest) throw problem('test-video', { detail: 'It is made once, of one file' })
  assertNotRunning(reencode)
  if ((status !== 'ready' && status !== 'failed') || stage !== null)
    throw problem('content-not-ready', { detail: 'It is still being made' })
}
