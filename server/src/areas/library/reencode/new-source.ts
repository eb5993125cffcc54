import { and, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { openAddress } from '../../../platform/net/stored-address.ts'
import { contentAudit } from '../contents/content-changes.ts'
import type { Analysis, Reencode } from '../contents/content-facts.ts'
import type { ContentRef, ContentRow } from '../contents/content-view.ts'
import { searchTextOf } from '../contents/search-text.ts'
import { lockContentRow } from '../contents/states.ts'
import { contents } from '../contents/tables.ts'
import { ContentGone, type Workspace } from '../contents/workspace.ts'
import { cancelKeyRemovals, scheduleRemoval, UNUSED_SECONDS } from '../files/removals.ts'
import { sourceKey } from '../files/storage-keys.ts'
import { enqueueImages, noImages, removeGeneratedImages } from '../images/images.ts'
import type { Library } from '../library.ts'
import { openFile, openSource } from '../sources/source.ts'
import { textsJob } from '../subtitles/jobs.ts'
import { fetchFile } from '../uploads/url-uploads.ts'

const NAME = 'input'

/**
 * Puts the source of a re-encoding into the workspace: the video's own file, or the new one, which is fetched first if
 * it has a URL.
 * @throws MediaRefused, DownloadFailure, ContentGone
 */
export async function openNewSource(
  library: Library,
  content: ContentRow,
  { id, source }: Reencode,
  workspace: Workspace,
): Promise<string> {
  if (source === undefined) return openSource(library, content, workspace)
  const { db, storage } = library
  const key = sourceKey(content.id, id)
  if (source.url !== null && (await storage.head(key)) === null) {
    const { path } = await fetchFile(
      library,
      openAddress(library.secrets, source.url),
      workspace,
      () => undefined,
    )
    workspace.signal.throwIfAborted()
    await db.transaction(async (tx) => {
      const current = await lockContentRow(tx, content)
      if (!current || !isCurrentAttempt(current, id)) throw new ContentGone()
      await scheduleRemoval(library, tx, content.environmentId, key, UNUSED_SECONDS)
    })
    await storage.putFile(key, path, 'application/octet-stream')
  }
  const isTaken = await db.transaction((tx) => claimSource(library, tx, content, id))
  if (!isTaken) throw new ContentGone()
  return openFile(storage, key, workspace, NAME)
}

/**
 * Keeps the file while this attempt runs. If the attempt has ended, removes the file unless it became the video's
 * source.
 */
async function claimSource(library: Library, tx: Transaction, ref: ContentRef, id: string): Promise<boolean> {
  const content = await lockContentRow(tx, ref)
  if (content === undefined) return false
  const key = sourceKey(content.id, id)
  if (!isCurrentAttempt(content, id)) {
    if (content.sourceId !== id) await scheduleRemoval(library, tx, content.environmentId, key)
    return false
  }
  await cancelKeyRemovals(tx, content.environmentId, key)
  await tx
    .update(contents)
    .set({ reencode: sql`jsonb_set(${contents.reencode}, '{source,stage}', '"encoding"')` })
    .where(rowOf(contents, content))
  return true
}

function isCurrentAttempt({ reencode }: ContentRow, id: string): boolean {
  return reencode?.id === id && reencode.status === 'running'
}

/** Condition: the video is being re-encoded by this attempt. */
export function isRunningAttempt(content: ContentRef, id: string): SQL | undefined {
  const isThisOne = sql`${contents.reencode} @> ${JSON.stringify({ id, status: 'running' })}::jsonb`
  return and(rowOf(contents, content), isThisOne)
}

/**
 * Exchanges the file of a video, in the transaction that exchanges its renditions. Removes the old file and its images,
 * and enqueues new images and drafts of the new file's text tracks.
 */
export async function exchangeSource(
  library: Library,
  tx: Transaction,
  content: ContentRow,
  { id: sourceId, source }: Reencode,
  { source: { video, durationS, sizeBytes }, texts = [] }: Analysis,
): Promise<Partial<typeof contents.$inferInsert>> {
  if (source === undefined) return {}
  const { id: contentId, environmentId } = content
  await scheduleRemoval(library, tx, environmentId, sourceKey(contentId, content.sourceId))
  await cancelKeyRemovals(tx, environmentId, sourceKey(contentId, sourceId))
  await removeGeneratedImages(library, tx, content)
  await enqueueImages(library, tx, { ...content, sourceId })
  if (texts.length > 0)
    await library.jobs.enqueue(tx, textsJob, { contentId }, { environmentId, key: sourceId })
  const { fileName, url, by } = source
  if (by !== undefined)
    await recordChange(
      tx,
      { actor: by.actor, scope: { organizationId: by.organizationId } },
      contentAudit(content, 'asset.replaced', {
        before: { fileName: content.fileName },
        after: { fileName },
      }),
      library.clock.now(),
    )
  return {
    sourceId,
    fileName,
    sourceUrl: url,
    sourceBytes: sizeBytes,
    durationS,
    status: 'ready',
    playable: true,
    errorId: null,
    ...noImages,
    imagesErrorId: null,
    shortSide: video ? Math.min(video.displayWidth, video.displayHeight) : null,
    ...searchTextOf({ ...content, fileName }),
  }
}
