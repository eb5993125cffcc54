import { join } from 'node:path'
import { isNull, type SQL } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { linkOrCopyFile } from '../../../platform/ffmpeg/index.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import type { ContentRef, ContentRow } from '../contents/content-view.ts'
import { changeContent } from '../contents/states.ts'
import { contents } from '../contents/tables.ts'
import { ContentGone, type Workspace } from '../contents/workspace.ts'
import { scheduleRemoval } from '../files/removals.ts'
import { sourceKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { MediaRefused } from './analyze.ts'
import { ingestJob } from './content-jobs.ts'

const NAME = 'input'

/**
 * Puts the content's source into the workspace, read-only. Returns its name.
 * @throws MediaRefused if it is not in storage, ContentGone
 */
export async function openSource(
  { db, storage }: Library,
  content: ContentRef,
  workspace: Workspace,
): Promise<string> {
  const [row] = await db
    .select({ sourceId: contents.sourceId })
    .from(contents)
    .where(rowOf(contents, content))
  if (!row) throw new ContentGone()
  return openFile(storage, sourceKey(content.id, row.sourceId), workspace, NAME)
}

/** Puts a stored file into the workspace under this name. @throws MediaRefused if it is not in storage */
export async function openFile(
  storage: Storage,
  key: string,
  workspace: Workspace,
  name: string,
): Promise<string> {
  const path = await storage.localFile(key, workspace.folder, workspace.signal)
  if (path === null) throw new MediaRefused('source-missing')
  await linkOrCopyFile(path, workspace.folder, name)
  return name
}

/**
 * Stores a video from the workspace as the content's first source and starts the ingest.
 * @param extend called in the transaction that starts the ingest
 * @throws ContentGone
 */
export async function startIngest(
  library: Library,
  content: ContentRef,
  workspace: Workspace,
  name: string,
  change: { readonly fileName?: string } = {},
  extend: (tx: Transaction, row: ContentRow) => Promise<void> = async () => undefined,
): Promise<void> {
  const sourceBytes = await storeSource(library, sourceKey(content.id), workspace, name)
  await library.db.transaction(async (tx) => {
    await extend(tx, await enqueueIngest(library, tx, content, { ...change, sourceBytes }))
  })
}

/**
 * Like `startIngest`, but replaces the uploaded source. The new file has a key of its own, so that a late write of the
 * upload is never read.
 */
export async function replaceSourceAndIngest(
  library: Library,
  content: ContentRef,
  workspace: Workspace,
  name: string,
): Promise<void> {
  const sourceId = uuidv7()
  const key = sourceKey(content.id, sourceId)
  const sourceBytes = await storeSource(library, key, workspace, name)
  try {
    await library.db.transaction(async (tx) => {
      const change = { sourceId, sourceBytes }
      await enqueueIngest(library, tx, content, change, hasFirstSource)
      await scheduleRemoval(library, tx, content.environmentId, sourceKey(content.id))
    })
  } catch (error) {
    if (error instanceof ContentGone) await library.storage.delete(key)
    throw error
  }
}

/** Condition: the first source was not replaced. */
export const hasFirstSource = isNull(contents.sourceId)

async function storeSource({ storage }: Library, key: string, { folder, signal }: Workspace, name: string) {
  // A worker that lost its lease must not overwrite the file of a newer attempt.
  signal.throwIfAborted()
  const { size } = await storage.putFile(key, join(folder, name), 'video/mp4')
  return size
}

async function enqueueIngest(
  library: Library,
  tx: Transaction,
  content: ContentRef,
  change: Partial<typeof contents.$inferInsert>,
  which?: SQL,
): Promise<ContentRow> {
  const queued = { stage: 'queued', progress: 0 } as const
  const row = await changeContent(tx, content, ['processing'], { ...queued, ...change }, which)
  const key = { environmentId: row.environmentId, key: row.id }
  await library.jobs.enqueue(tx, ingestJob, { contentId: row.id }, key)
  return row
}
