import {
  type Collection,
  type CollectionTreeItem,
  type ContentSort,
  collectionLimits,
} from '@kinora/contract'
import { and, asc, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { containsText } from '../../../platform/database/like.ts'
import { sortName } from '../../../platform/database/name-order.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { changeRecorder } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import {
  getFolderHeight,
  getFolderPath,
  lockCollections,
  subtreeIds,
  sumSubtrees,
} from '../contents/collection-tree.ts'
import { collections } from '../contents/tables.ts'
import { isVisibleFolder, type VideoScope } from '../contents/visibility.ts'
import type { Library } from '../library.ts'
import { type CollectionRow, countVideosByFolder, loadCollectionViews } from './collection-view.ts'
import { folderOrder, sortByTotals, sortsByTotals } from './folder-order.ts'

/** Folders in one page of contents. */
const MAX_FOLDERS_PER_PAGE = 500

interface CollectionFields {
  readonly name: string
  readonly parentId: string | null
}

/** @throws problem not-found if the parent does not exist, name-taken, folder-limit, folder-too-deep, forbidden */
export async function createCollection(
  library: Library,
  caller: Caller,
  { name, parentId }: CollectionFields,
): Promise<Collection> {
  const { environmentId, filter } = caller.scope
  // The caller would not see a folder at the top level.
  if (parentId === null && filter?.folders !== undefined) throw problem('forbidden')
  return library.db.transaction(async (tx) => {
    await lockCollections(tx, environmentId)
    const count = await tx.$count(collections, eq(collections.environmentId, environmentId))
    if (count >= collectionLimits.most) throw problem('folder-limit')
    await assertValidPlacement(tx, environmentId, { name, parentId }, null)
    const [row] = await tx
      .insert(collections)
      .values({ id: uuidv7(), environmentId, parentId, name, createdAt: library.clock.now() })
      .returning()
    if (!row) throw new Error('a folder was not inserted')
    await recordCollection(tx, caller, row, 'created', { after: editableOf(row) }, library.clock.now())
    return loadCollectionView(tx, caller.scope, row)
  })
}

/** Renames or moves a folder; omitted fields stay. Only one row changes. */
export async function updateCollection(
  library: Library,
  caller: Caller,
  id: string,
  change: { name?: string | undefined; parentId?: string | null | undefined },
): Promise<Collection> {
  const { environmentId, filter } = caller.scope
  return library.db.transaction(async (tx) => {
    await lockCollections(tx, environmentId)
    const current = await getCollection(tx, environmentId, id)
    if (current.trashedAt !== null) throw problem('in-trash')
    const fields = { name: change.name ?? current.name, parentId: change.parentId ?? null }
    if (change.parentId === undefined) fields.parentId = current.parentId
    const becomesHidden = fields.parentId === null && current.parentId !== null
    if (becomesHidden && filter?.folders !== undefined) throw problem('forbidden')
    await assertValidPlacement(tx, environmentId, fields, id)
    const [row] = await tx.update(collections).set(fields).where(rowOf(collections, current)).returning()
    if (!row) throw problem('not-found')
    const changes = changesBetween(editableOf(current), editableOf(row))
    if (changes !== null) await recordCollection(tx, caller, row, 'updated', changes, library.clock.now())
    return loadCollectionView(tx, caller.scope, row)
  })
}

/** @throws problem not-found, also for a folder of another environment */
export async function getCollection(
  db: Queryable,
  environmentId: string,
  id: string,
): Promise<CollectionRow> {
  const [row] = await db
    .select()
    .from(collections)
    .where(and(eq(collections.id, id), eq(collections.environmentId, environmentId)))
  if (!row) throw problem('not-found')
  return row
}

/** @throws problem not-found, in-trash */
export async function assertCollectionNotTrashed(
  db: Queryable,
  environmentId: string,
  id: string,
): Promise<void> {
  const { trashedAt } = await getCollection(db, environmentId, id)
  if (trashedAt !== null) throw problem('in-trash')
}

export async function getCollectionWithPath({ db }: Library, scope: VideoScope, id: string) {
  const view = await loadCollectionView(db, scope, await getCollection(db, scope.environmentId, id))
  return { ...view, path: await getFolderPath(db, id) }
}

interface FolderQuery extends PageQuery {
  readonly parentCollectionUUID?: string | undefined
  readonly trashed: boolean
}

export async function listCollections(
  { db }: Library,
  scope: VideoScope,
  { parentCollectionUUID, trashed, ...page }: FolderQuery,
) {
  const { environmentId } = scope
  if (parentCollectionUUID !== undefined) await getCollection(db, environmentId, parentCollectionUUID)
  const where = and(
    eq(collections.environmentId, environmentId),
    isVisibleFolder(scope),
    trashed ? isTrashRoot : and(isNull(collections.trashedAt), hasParent(parentCollectionUUID ?? null)),
  )
  return loadPage(page, {
    select: selectByName(db, where),
    total: db.$count(collections, where),
    view: (rows) => loadCollectionViews(db, scope, rows),
  })
}

/** The folders in a page of contents: those of the level, or those below it whose name matches the phrase. */
export async function listPageCollections(
  db: Queryable,
  scope: VideoScope,
  {
    level,
    words,
    trashed,
    sort,
  }: { level: string | null; words: string; trashed: boolean; sort: ContentSort },
): Promise<Collection[]> {
  const { environmentId } = scope
  const below =
    level === null
      ? undefined
      : and(inArray(collections.id, subtreeIds(environmentId, [level])), ne(collections.id, level))
  const isOnLevel = trashed ? undefined : hasParent(level)
  const rows = await db
    .select()
    .from(collections)
    .where(
      and(
        eq(collections.environmentId, environmentId),
        isVisibleFolder(scope),
        trashed ? isTrashRoot : isNull(collections.trashedAt),
        words === '' ? isOnLevel : and(below, containsText(collections.name, words)),
      ),
    )
    .orderBy(...folderOrder(sort))
    .limit(sortsByTotals(sort) ? collectionLimits.most : MAX_FOLDERS_PER_PAGE)
  return sortByTotals(await loadCollectionViews(db, scope, rows), sort).slice(0, MAX_FOLDERS_PER_PAGE)
}

/** All folders outside the trash, at most `collectionLimits.most`. */
export async function listCollectionTree({ db }: Library, scope: VideoScope): Promise<CollectionTreeItem[]> {
  const rows = await selectByName(
    db,
    and(
      eq(collections.environmentId, scope.environmentId),
      isNull(collections.trashedAt),
      isVisibleFolder(scope),
    ),
  ).limit(collectionLimits.most)
  const counts = sumSubtrees(rows, await countVideosByFolder(db, scope))
  return rows.map(({ id, name, parentId }) => ({
    id,
    name,
    parentCollectionUUID: parentId,
    assetCount: counts.get(id) ?? 0,
  }))
}

export async function loadCollectionView(
  db: Queryable,
  scope: VideoScope,
  row: CollectionRow,
): Promise<Collection> {
  const [view] = await loadCollectionViews(db, scope, [row])
  if (view === undefined) throw new Error('a folder has no view')
  return view
}

type Verb = 'created' | 'updated' | 'trashed' | 'restored' | 'deleted'

export const recordCollection = changeRecorder((row: CollectionRow, verb: Verb) => ({
  environmentId: row.environmentId,
  object: { type: 'collection', id: row.id, name: row.name },
  event: { type: `video.collection.${verb}`, data: editableOf(row) },
  action: `collection.${verb}`,
}))

export function editableOf({ name, parentId }: CollectionRow) {
  return { name, parentCollectionUUID: parentId }
}

/** @throws problem not-found, in-trash, folder-within-itself, folder-too-deep, name-taken */
async function assertValidPlacement(
  tx: Transaction,
  environmentId: string,
  { name, parentId }: CollectionFields,
  id: string | null,
): Promise<void> {
  if (parentId !== null) {
    await assertCollectionNotTrashed(tx, environmentId, parentId)
    const path = await getFolderPath(tx, parentId)
    if (path.some((above) => above.id === id)) throw problem('folder-within-itself')
    const height = id === null ? 1 : await getFolderHeight(tx, id)
    if (path.length + height > collectionLimits.depth) throw problem('folder-too-deep')
  }
  const sameNames = await tx.$count(
    collections,
    and(
      eq(collections.environmentId, environmentId),
      hasParent(parentId),
      isNull(collections.trashedAt),
      eq(sql`lower(${collections.name})`, name.toLowerCase()),
      id === null ? undefined : ne(collections.id, id),
    ),
  )
  if (sameNames > 0) throw problem('name-taken')
}

function selectByName(db: Queryable, where: SQL | undefined) {
  return db
    .select()
    .from(collections)
    .where(where)
    .orderBy(asc(sortName(collections.name)), asc(collections.id))
}

export function hasParent(parentId: string | null): SQL {
  return parentId === null ? isNull(collections.parentId) : eq(collections.parentId, parentId)
}

/** The folders that were moved to the trash themselves, without those inside them. */
const isTrashRoot = and(isNotNull(collections.trashedAt), eq(collections.trashedWith, collections.id))
