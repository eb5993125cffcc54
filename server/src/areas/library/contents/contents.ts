import {
  type Content,
  type ContentCategory,
  type MetadataEntry,
  type PlaybackPolicy,
  type PlaybackRestrictions,
  testVideoLimits,
} from '@kinora/contract'
import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Actor, Caller } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { publicId, uuidv7 } from '../../../platform/database/ids.ts'
import { applyPatch } from '../../../platform/database/patch.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { pageOrigin } from '../../../platform/http/origin.ts'
import type { StoredAddress } from '../../../platform/net/stored-address.ts'
import { problem } from '../../../platform/problem.ts'
import { createPlaybackToken } from '../../delivery/index.ts'
import { scheduleContentRemoval } from '../files/removals.ts'
import type { Library } from '../library.ts'
import { contentAudit, contentEvent } from './content-changes.ts'
import type { UsedProfile } from './content-facts.ts'
import { type ContentParts, type ContentRow, contentView, type RenditionRow } from './content-view.ts'
import { cancelWork, notifyPlayers, notifyPlayersOf } from './notify.ts'
import { searchTextOf } from './search-text.ts'
import { encodingHold, reencodeHold } from './states.ts'
import { loadSummaries, noSummaries } from './summaries.ts'
import { contents, isNotDeleted, renditions, uploads } from './tables.ts'
import { isVisible, type VideoScope } from './visibility.ts'

export interface NewContent {
  /** Set if files were stored for the content before it is inserted. */
  readonly id?: string
  readonly environmentId: string
  readonly title: string
  readonly description?: string
  readonly tags?: string[]
  readonly metadata?: MetadataEntry[]
  readonly externalId?: string | null
  readonly addedBy: string
  readonly addedById: string | null
  readonly playbackPolicy: PlaybackPolicy
  readonly playbackRestrictions?: PlaybackRestrictions
  readonly status: 'pending' | 'processing'
  readonly stage: 'uploading' | 'downloading' | 'queued'
  readonly fileName?: string
  readonly sourceBytes?: number
  readonly sourceUrl?: StoredAddress
  readonly expiresAt?: Date
  readonly isTest?: boolean
  readonly collectionId?: string | null
  readonly profile?: UsedProfile | null
  readonly category?: ContentCategory
  readonly streamId?: string | null
  readonly recordedFrom?: Date
  readonly clipOf?: string
  readonly clipSourceId?: string | null
  readonly clipStartS?: number
  readonly clipEndS?: number
}

export async function insertContent(
  library: Pick<Library, 'clock'>,
  tx: Transaction,
  given: NewContent,
): Promise<ContentRow> {
  const createdAt = library.clock.now()
  const [row] = await tx
    .insert(contents)
    .values({
      id: uuidv7(createdAt.getTime()),
      ...(given.isTest && { expiresAt: addSeconds(createdAt, testVideoLimits.keptHours * 3600) }),
      ...given,
      playbackId: publicId(),
      ...searchTextOf({
        description: '',
        tags: [],
        externalId: null,
        metadata: [],
        ...given,
        fileName: given.fileName ?? null,
        subtitleWords: '',
      }),
      createdAt,
    })
    .returning()
  if (!row) throw new Error('a content was not inserted')
  await recordChange(tx, null, contentEvent(row, 'video.asset.created'), library.clock.now())
  return row
}

/** Fields of a new content that name the user who adds it. */
export function adderOf({ name, userId }: Actor): Pick<NewContent, 'addedBy' | 'addedById'> {
  return { addedBy: name, addedById: userId }
}

/** @throws problem not-found, also for a content of another environment */
export async function getContent(db: Queryable, environmentId: string, id: string): Promise<ContentRow> {
  const [row] = await db
    .select()
    .from(contents)
    .where(and(eq(contents.id, id), eq(contents.environmentId, environmentId), isNotDeleted))
  if (!row) throw problem('not-found')
  return row
}

/** @throws problem not-found also if the role hides it */
export async function getVisibleContent(db: Queryable, scope: VideoScope, id: string): Promise<ContentRow> {
  const isShown = and(rowOf(contents, { id, environmentId: scope.environmentId }), isVisible(scope))
  const [row] = await db.select().from(contents).where(and(isShown, isNotDeleted))
  if (!row) throw problem('not-found')
  return row
}

/**
 * Locks the content until the transaction ends, so that changes of its parts happen one at a time.
 * @throws problem not-found, in-trash
 */
export async function lockContent(
  tx: Transaction,
  environmentId: string,
  contentId: string,
): Promise<ContentRow> {
  await getContent(tx, environmentId, contentId)
  const [content] = await tx
    .select()
    .from(contents)
    .where(and(eq(contents.id, contentId), eq(contents.environmentId, environmentId)))
    .for('update')
  if (content === undefined) throw problem('not-found')
  if (content.trashedAt !== null) throw problem('in-trash')
  return content
}

export async function loadContentView(library: Library, row: ContentRow, origin: string): Promise<Content> {
  const partsOf = await loadContentParts(library.db, [row])
  return contentView(
    row,
    partsOf(row),
    { origin, pages: pageOrigin(origin, library.config) },
    await createPlaybackToken(library, row),
  )
}

/** Loads the parts of several contents, with the same number of queries as for one. */
export async function loadContentParts(
  db: Queryable,
  rows: readonly ContentRow[],
): Promise<(row: ContentRow) => ContentParts> {
  const [renditionsOf, summariesOf] = await Promise.all([
    getRenditions(
      db,
      rows.map(({ id }) => id),
    ),
    loadSummaries(db, rows),
  ])
  return ({ id }) => ({
    renditions: renditionsOf.get(id) ?? [],
    summaries: summariesOf.get(id) ?? noSummaries,
  })
}

/** Renditions of several contents in ladder order. */
export async function getRenditions(
  db: Queryable,
  contentIds: string[],
): Promise<Map<string, RenditionRow[]>> {
  if (contentIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(renditions)
    .where(inArray(renditions.contentId, contentIds))
    .orderBy(asc(renditions.position))
  return Map.groupBy(rows, ({ contentId }) => contentId)
}

interface ContentChange {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly tags?: string[] | undefined
  readonly playbackPolicy?: PlaybackPolicy | undefined
  readonly metadata?: MetadataEntry[] | undefined
  readonly externalId?: string | null | undefined
}

/** @throws problem not-found, in-trash, and the problems that `assertChangeable` throws for the current row */
export async function updateContent(
  library: Library,
  caller: Caller,
  id: string,
  change: ContentChange,
  assertChangeable: (current: ContentRow) => void = () => undefined,
): Promise<ContentRow> {
  return library.db.transaction(async (tx) => {
    const [current] = await tx
      .select()
      .from(contents)
      .where(and(eq(contents.id, id), eq(contents.environmentId, caller.scope.environmentId)))
      .for('update')
    if (!current) throw problem('not-found')
    if (current.trashedAt !== null) throw problem('in-trash')
    assertChangeable(current)
    const fields = applyPatch(editableOf(current), change)
    const changed = { ...fields, tags: [...new Set(fields.tags)] }
    const [row] = await tx
      .update(contents)
      .set({ ...changed, ...searchTextOf({ ...current, ...changed }) })
      .where(rowOf(contents, current))
      .returning()
    if (!row) throw problem('not-found')
    await recordChange(tx, null, contentEvent(row, 'video.asset.updated'), library.clock.now())
    const changes = changesBetween(editableOf(current), editableOf(row))
    if (changes !== null)
      await recordChange(tx, caller, contentAudit(row, 'asset.updated', changes), library.clock.now())
    await notifyPlayers(tx, row)
    return row
  })
}

/** Fields that the history records. */
export function editableOf({ title, description, tags, playbackPolicy, metadata, externalId }: ContentRow) {
  return { title, description, tags, playbackPolicy, metadata, externalId }
}

interface Deletion {
  readonly environmentId: string
  readonly ids: readonly string[]
  /** Keeps contents that do not match. Checked under the lock, because a row may have changed since it was selected. */
  readonly onlyIf?: SQL | undefined
  /** Null if Kinora deletes them itself, which emits events but writes no audit entry. */
  readonly caller: Caller | null
}

/**
 * Deletes contents of the environment, cancels their jobs and schedules the removal of their files. Ignores unknown IDs.
 * Returns the deleted ids.
 */
export function deleteContents(library: Library, deletion: Deletion): Promise<string[]> {
  return library.db.transaction((tx) => deleteContentsIn(library, tx, deletion))
}

/** Like `deleteContents`, in the caller's transaction. */
export async function deleteContentsIn(
  library: Library,
  tx: Transaction,
  { environmentId, ids, onlyIf, caller }: Deletion,
): Promise<string[]> {
  // Uploads are locked before contents everywhere: another order could deadlock.
  const pending = await tx
    .select()
    .from(uploads)
    .where(
      and(
        eq(uploads.environmentId, environmentId),
        inArray(uploads.contentId, [...ids]),
        eq(uploads.status, 'pending'),
      ),
    )
    .orderBy(asc(uploads.id))
    .for('update')
  const unfinished = Map.groupBy(pending, ({ contentId }) => contentId)
  const locked = await tx
    .select({ id: contents.id })
    .from(contents)
    .where(and(eq(contents.environmentId, environmentId), inArray(contents.id, [...ids]), onlyIf))
    .orderBy(asc(contents.id))
    .for('update')
  const lockedIds = locked.map(({ id }) => id)
  const isLocked = and(eq(contents.environmentId, environmentId), inArray(contents.id, lockedIds))
  await notifyPlayersOf(tx, isLocked)
  const rows = await tx.delete(contents).where(isLocked).returning()
  for (const row of rows) {
    await recordChange(tx, null, contentEvent(row, 'video.asset.deleted'), library.clock.now())
    const before = { ...editableOf(row), status: row.status, playbackId: row.playbackId }
    if (caller !== null)
      await recordChange(tx, caller, contentAudit(row, 'asset.deleted', { before }), library.clock.now())
    await scheduleContentRemoval(library, tx, row, unfinished.get(row.id) ?? [])
    await cancelWork(tx, row.id)
    await library.usage.settle(tx, encodingHold(row.id))
    if (row.reencode !== null) await library.usage.settle(tx, reencodeHold(row.reencode.id))
  }
  return rows.map(({ id }) => id)
}
