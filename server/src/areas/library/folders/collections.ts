import {
  type Collection,
  type CollectionTreeItem,
  type ContentSort,
  collectionLimits,
} from '@kinora/contract'
import { and, asc, eq, ilike, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { escapeLike } from '../../../platform/database/like.ts'
import { audit, changesBetween, type Deed } from '../../../platform/events/audit.ts'
import { emit } from '../../../platform/events/outbox.ts'
import { problem } from '../../../platform/problem.ts'
import type { Doer } from '../contents/contents.ts'
import { collections } from '../contents/tables.ts'
import type { Library } from '../library.ts'
import { heightOf, lockCollections, pathTo, withBelow } from './collection-tree.ts'
import { type CollectionRow, collectionViews } from './collection-view.ts'
import { folderOrder, isBySums, sortedBySums } from './folder-order.ts'

/** Folders that come along with a page of contents. */
const MOST_ON_A_LEVEL = 500

interface Given {
  readonly name: string
  readonly parentId: string | null
}

/** @throws problem not-found where the parent is not there, name-taken, folder-limit, folder-too-deep */
export async function createCollection(
  library: Library,
  doer: Doer,
  { name, parentId }: Given,
): Promise<Collection> {
  const { environmentId } = doer.scope
  return library.db.transaction(async (tx) => {
    await lockCollections(tx, environmentId)
    const there = await tx.$count(collections, eq(collections.environmentId, environmentId))
    if (there >= collectionLimits.most) throw problem('folder-limit')
    await assertPlace(tx, environmentId, { name, parentId }, null)
    const [row] = await tx
      .insert(collections)
      .values({ id: uuidv7(), environmentId, parentId, name, createdAt: library.clock.now() })
      .returning()
    if (!row) throw new Error('a folder was not inserted')
    await tell(library, tx, doer, row, 'created', { after: editableOf(row) })
    return viewOfCollection(tx, row)
  })
}

/** Renames or moves; what is left out stays. One row changes, however much is in the folder. */
export async function updateCollection(
  library: Library,
  doer: Doer,
  id: string,
  change: { name?: string | undefined; parentId?: string | null | undefined },
): Promise<Collection> {
  const { environmentId } = doer.scope
  return library.db.transaction(async (tx) => {
    await lockCollections(tx, environmentId)
    const current = await collectionOf(tx, environmentId, id)
    if (current.trashedAt !== null) throw problem('in-trash')
    const given = { name: change.name ?? current.name, parentId: change.parentId ?? null }
    if (change.parentId === undefined) given.parentId = current.parentId
    await assertPlace(tx, environmentId, given, id)
    const [row] = await tx.update(collections).set(given).where(eq(collections.id, id)).returning()
    if (!row) throw problem('not-found')
    const changes = changesBetween(editableOf(current), editableOf(row))
    if (changes !== null) await tell(library, tx, doer, row, 'updated', changes)
    return viewOfCollection(tx, row)
  })
}

/** @throws problem not-found, also where it is another environment's */
export async function collectionOf(db: Queryable, environmentId: string, id: string): Promise<CollectionRow> {
  const [row] = await db
    .select()
    .from(collections)
    .where(and(eq(collections.id, id), eq(collections.environmentId, environmentId)))
  if (!row) throw problem('not-found')
  return row
}

/** A folder that things can be put into. @throws problem not-found, in-trash */
export async function assertOpen(db: Queryable, environmentId: string, id: string): Promise<void> {
  const { trashedAt } = await collectionOf(db, environmentId, id)
  if (trashedAt !== null) throw problem('in-trash')
}

export async function openCollection({ db }: Library, environmentId: string, id: string) {
  const view = await viewOfCollection(db, await collectionOf(db, environmentId, id))
  return { ...view, path: await pathTo(db, id) }
}

export async function listCollections(
  { db }: Library,
  environmentId: string,
  {
    pageNum,
    pageSize,
    parentCollectionUUID,
    trashed,
  }: { pageNum: number; pageSize: number; parentCollectionUUID?: string | undefined; trashed: boolean },
) {
  if (parentCollectionUUID !== undefined) await collectionOf(db, environmentId, parentCollectionUUID)
  const where = and(
    eq(collections.environmentId, environmentId),
    trashed ? isRootOfTrash : and(isNull(collections.trashedAt), isIn(parentCollectionUUID ?? null)),
  )
  const [rows, totalItems] = await Promise.all([
    byName(db, where)
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize),
    db.$count(collections, where),
  ])
  return { items: await collectionViews(db, rows), pageNum, pageSize, totalItems }
}

/** The folders that stand beside a page of contents: of the level, or with a phrase those below it that it names. */
export async function collectionsBeside(
  db: Queryable,
  environmentId: string,
  {
    level,
    words,
    trashed,
    sort,
  }: { level: string | null; words: string; trashed: boolean; sort: ContentSort },
): Promise<Collection[]> {
  const below =
    level === null ? undefined : and(inArray(collections.id, withBelow(level)), ne(collections.id, level))
  const here = trashed ? undefined : isIn(level)
  const rows = await db
    .select()
    .from(collections)
    .where(
      and(
        eq(collections.environmentId, environmentId),
        trashed ? isRootOfTrash : isNull(collections.trashedAt),
        words === '' ? here : and(below, ilike(collections.name, `%${escapeLike(words)}%`)),
      ),
    )
    .orderBy(...folderOrder(sort))
    .limit(isBySums(sort) ? collectionLimits.most : MOST_ON_A_LEVEL)
  return sortedBySums(await collectionViews(db, rows), sort).slice(0, MOST_ON_A_LEVEL)
}

/** All folders that are not in the trash: there are at most `collectionLimits.most`. */
export async function collectionTree({ db }: Library, environmentId: string): Promise<CollectionTreeItem[]> {
  const rows = await byName(
    db,
    and(eq(collections.environmentId, environmentId), isNull(collections.trashedAt)),
  ).limit(collectionLimits.most)
  return rows.map(({ id, name, parentId }) => ({ id, name, parentCollectionUUID: parentId }))
}

export async function viewOfCollection(db: Queryable, row: CollectionRow): Promise<Collection> {
  const [view] = await collectionViews(db, [row])
  if (view === undefined) throw new Error('a folder has no view')
  return view
}

type CollectionDeed = 'created' | 'updated' | 'trashed' | 'restored' | 'deleted'

/** Announces and writes down what was done to a folder, in the transaction that does it. */
export async function tell(
  library: Pick<Library, 'clock'>,
  tx: Transaction,
  { actor, scope }: Doer,
  row: CollectionRow,
  deed: CollectionDeed,
  changes: Pick<Deed, 'before' | 'after'>,
): Promise<void> {
  await emitCollection(library, tx, row, deed)
  const { organizationId, environmentId } = scope
  const object = { type: 'collection', id: row.id, name: row.name }
  const at = library.clock.now()
  await audit(tx, {
    organizationId,
    environmentId,
    action: `collection.${deed}`,
    actor,
    object,
    ...changes,
    at,
  })
}

export function emitCollection(
  { clock }: Pick<Library, 'clock'>,
  tx: Transaction,
  { id, environmentId, name, parentId }: CollectionRow,
  deed: CollectionDeed,
): Promise<void> {
  return emit(tx, {
    environmentId,
    type: `video.collection.${deed}`,
    objectType: 'collection',
    objectId: id,
    data: { name, parentCollectionUUID: parentId },
    at: clock.now(),
  })
}

export function editableOf({ name, parentId }: CollectionRow) {
  return { name, parentCollectionUUID: parentId }
}

/** @throws problem not-found, in-trash, folder-within-itself, folder-too-deep, name-taken */
async function assertPlace(
  tx: Transaction,
  environmentId: string,
  { name, parentId }: Given,
  id: string | null,
): Promise<void> {
  if (parentId !== null) {
    await assertOpen(tx, environmentId, parentId)
    const way = await pathTo(tx, parentId)
    if (way.some((above) => above.id === id)) throw problem('folder-within-itself')
    const height = id === null ? 1 : await heightOf(tx, id)
    if (way.length + height > collectionLimits.depth) throw problem('folder-too-deep')
  }
  const taken = await tx.$count(
    collections,
    and(
      eq(collections.environmentId, environmentId),
      isIn(parentId),
      isNull(collections.trashedAt),
      eq(sql`lower(${collections.name})`, name.toLowerCase()),
      id === null ? undefined : ne(collections.id, id),
    ),
  )
  if (taken > 0) throw problem('name-taken')
}

function byName(db: Queryable, where: SQL | undefined) {
  return db
    .select()
    .from(collections)
    .where(where)
    .orderBy(asc(sql`lower(${collections.name})`), asc(collections.id))
}

export function isIn(parentId: string | null): SQL {
  return parentId === null ? isNull(collections.parentId) : eq(collections.parentId, parentId)
}

/** What was put into the trash itself, not what went along. */
const isRootOfTrash = and(isNotNull(collections.trashedAt), eq(collections.trashedWith, collections.id))
