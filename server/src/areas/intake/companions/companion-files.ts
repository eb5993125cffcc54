import { type CompanionFault, type CompanionKind, watchLimits } from '@kinora/contract'
import { and, eq, inArray, not, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { type FileStore, type FoundFile, isSameFile, StoreFault } from '../stores/file-store.ts'
import { type Companion, type WatchFileRow, type WatchFolderRow, watchFiles } from '../tables.ts'
import { companionKindOf, isCompanionOf, sharedStart } from './companion-names.ts'

/** A file that belongs to others, as it was listed last. */
export interface CompanionFile extends FoundFile {
  readonly kind: CompanionKind
  readonly quietSince: Date
}

/** Loads the files of a folder that belong to others. @param video loads only those that share the beginning of its name
 * @returns a function that finds those of a video by path */
export async function loadCompanions(
  db: Queryable,
  folder: WatchFolderRow,
  video: string | null,
): Promise<(video: string) => readonly CompanionFile[]> {
  if (folder.settle === 'quiet' && folder.sidecars === 'ignore') return () => []
  const { path, size, modifiedAt, etag, quietSince } = watchFiles
  const rows = await db
    .select({ path, size, modifiedAt, etag, quietSince })
    .from(watchFiles)
    .where(and(isOfStart(folder, video), isForOthers))
    .limit(watchLimits.files)
  const videos = Map.groupBy(await loadVideos(db, folder, video), (each) => sharedStart(each.path))
  const byStart = new Map<string, CompanionFile[]>()
  const manifests: CompanionFile[] = []
  for (const row of rows) {
    const kind = companionKindOf(row.path, folder)
    if (kind === null) continue
    const start = sharedStart(row.path)
    const files = kind === 'manifest' ? manifests : (byStart.get(start) ?? [])
    files.push({ ...row, kind })
    if (kind !== 'manifest') byStart.set(start, files)
  }
  return (path) => {
    const start = sharedStart(path)
    const others = (videos.get(start) ?? []).map((each) => each.path)
    return [...(byStart.get(start) ?? []), ...manifests]
      .filter((file) => file.path !== path && isCompanionOf(file, path, folder, others))
      .sort((one, other) => (one.path < other.path ? -1 : 1))
  }
}

/** Condition: a current row of a folder, whose path shares the beginning of the name of a video. */
function isOfStart(folder: WatchFolderRow, video: string | null) {
  return and(
    eq(watchFiles.folderId, folder.id),
    eq(watchFiles.environmentId, folder.environmentId),
    watchFiles.isCurrent,
    video === null ? undefined : sql`starts_with(${watchFiles.path}, ${sharedStart(video)})`,
  )
}

const isForOthers = and(eq(watchFiles.state, 'skipped'), eq(watchFiles.reason, 'companion'))

/** Loads the files of a folder that others may belong to. */
async function loadVideos(db: Queryable, folder: WatchFolderRow, video: string | null) {
  const { id, path, state } = watchFiles
  const isLeftOut = and(
    eq(state, 'skipped'),
    inArray(watchFiles.reason, ['companion', 'temporary', 'excluded', 'no-video']),
  )
  // Moved or deleted with its companions.
  const isAway = folder.after === 'keep' ? undefined : and(eq(state, 'ingested'), watchFiles.isCleared)
  return db
    .select({ id, path, state })
    .from(watchFiles)
    .where(and(isOfStart(folder, video), ...[isLeftOut, isAway].flatMap((each) => (each ? [not(each)] : []))))
    .limit(watchLimits.files)
}

/** Loads which companions of a video no other video needs that waits or is taken. */
export async function loadOwnCompanions(
  db: Queryable,
  folder: WatchFolderRow,
  video: Pick<WatchFileRow, 'id' | 'path' | 'companions'>,
): Promise<readonly Companion[]> {
  if (video.companions.length === 0) return []
  const videos = await loadVideos(db, folder, video.path)
  const paths = videos.map(({ path }) => path)
  const waiting = videos.filter(
    ({ id, state }) => id !== video.id && ['settling', 'queued', 'fetching'].includes(state),
  )
  return video.companions.filter(
    (companion) =>
      !waiting.some(({ path }) => path !== video.path && isCompanionOf(companion, path, folder, paths)),
  )
}

/** Facts of a companion that are kept with the file that it belongs to. */
export function companionOf(
  { path, kind, size, modifiedAt, etag }: CompanionFile,
  fault: CompanionFault | null,
): Companion {
  return { path, kind, fault, size, modifiedAt: modifiedAt.toISOString(), etag }
}

/** Reads a companion. @returns a fault, and null for one that has changed or is gone since it was listed
 * @throws StoreFault if the account fails */
export async function readCompanion(
  store: FileStore,
  file: CompanionFile,
  mostBytes: number,
): Promise<Buffer | CompanionFault | null> {
  if (file.size > mostBytes) return 'too-large'
  try {
    await using open = await store.open(file)
    if (!isSameFile(await open.facts(), file)) return null
    const bytes = file.size === 0 ? Buffer.alloc(0) : await open.readAt(0, file.size)
    return bytes.length === file.size ? bytes : null
  } catch (error) {
    if (!(error instanceof StoreFault) || error.accountReason !== null) throw error
    return error.fault === 'missing' || error.fault === 'changed' ? null : 'unreadable'
  }
}

/** Whether a companion is in the folder as it was listed. @throws StoreFault if the account fails */
export async function isThere(store: FileStore, file: CompanionFile): Promise<boolean> {
  const facts = await store.factsOf(file.path)
  return facts !== null && isSameFile(facts, file)
}
