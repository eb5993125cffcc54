import { type SavedView, savedViewLimits, type ViewSearch, type viewLists } from '@kinora/contract'
import { and, asc, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import { can } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { sortName } from '../../../platform/database/name-order.ts'
import { applyPatch } from '../../../platform/database/patch.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { changeRecorder } from '../../../platform/events/changes.ts'
import type { Subscription } from '../../../platform/events/subscriptions.ts'
import { problem } from '../../../platform/problem.ts'
import type { Library } from '../library.ts'
import { savedViews } from './tables.ts'

type ViewRow = typeof savedViews.$inferSelect
type ViewList = (typeof viewLists)[number]

/** The caller's own views and the shared ones, by name. */
export async function listSavedViews({ db }: Library, caller: Caller, list: ViewList): Promise<SavedView[]> {
  const rows = await db
    .select()
    .from(savedViews)
    .where(and(isVisibleTo(caller), eq(savedViews.list, list)))
    .orderBy(asc(sortName(savedViews.name)), asc(savedViews.id))
    .limit(savedViewLimits.own + savedViewLimits.shared)
  return rows.map((row) => viewFor(caller, row))
}

interface ViewFields {
  readonly list: ViewList
  readonly name: string
  readonly search: ViewSearch
  readonly isShared: boolean
}

/** @throws problem person-only, forbidden, organization-inactive, name-taken, limit-reached */
export async function createSavedView(
  library: Library,
  caller: Caller,
  given: ViewFields,
): Promise<SavedView> {
  const { actor, scope } = caller
  // Views belong to people, and a token is not a person.
  if (actor.kind !== 'person') throw problem('person-only')
  assertCan(caller, given.isShared ? 'update' : 'read')
  const at = library.clock.now()
  const row: ViewRow = {
    id: uuidv7(at.getTime()),
    environmentId: scope.environmentId,
    ...given,
    createdBy: actor.userId,
    createdByName: actor.name,
    createdAt: at,
    updatedAt: at,
  }
  return library.db.transaction(async (tx) => {
    await lockViews(tx, scope.environmentId)
    const own = await tx.$count(savedViews, isInSameList(row))
    if (own >= savedViewLimits.own)
      throw problem('limit-reached', { detail: `At most ${savedViewLimits.own} views of your own` })
    await assertWithinLimits(tx, row)
    await tx.insert(savedViews).values(row)
    if (row.isShared)
      await recordView(tx, caller, row, 'shared', { after: factsOf(row) }, library.clock.now())
    return viewFor(caller, row)
  })
}

interface ViewChange {
  readonly name?: string | undefined
  readonly search?: ViewSearch | undefined
  readonly isShared?: boolean | undefined
}

/** Updates the given fields; omitted fields stay.
 * @throws problem not-found, forbidden, organization-inactive, name-taken, limit-reached */
export async function updateSavedView(
  library: Library,
  caller: Caller,
  id: string,
  change: ViewChange,
): Promise<SavedView> {
  return library.db.transaction(async (tx) => {
    await lockViews(tx, caller.scope.environmentId)
    const before = await getSavedView(tx, caller, id)
    const row = { ...applyPatch(before, change), updatedAt: library.clock.now() }
    // The creator may always stop sharing a view.
    assertCan(caller, row.isShared ? 'update' : 'read')
    if (!isMine(caller, row)) assertNameAndSharingKept(before, row)
    await assertWithinLimits(tx, row)
    await tx.update(savedViews).set(row).where(rowOf(savedViews, row))
    await recordIfShared(library, tx, caller, before, row)
    return viewFor(caller, row)
  })
}

/** @throws problem not-found, forbidden, organization-inactive */
export async function deleteSavedView(library: Library, caller: Caller, id: string): Promise<void> {
  await library.db.transaction(async (tx) => {
    await lockViews(tx, caller.scope.environmentId)
    const row = await getSavedView(tx, caller, id)
    assertCan(caller, isMine(caller, row) ? 'read' : 'delete')
    await tx.delete(savedViews).where(rowOf(savedViews, row))
    if (row.isShared)
      await recordView(tx, caller, row, 'deleted', { before: factsOf(row) }, library.clock.now())
  })
}

/** Deletes the private views of a removed member; shared views stay. */
export const privateViewsOfRemovedMembers: Subscription = {
  name: 'library.private-views',
  types: ['member.removed'],
  async handle(tx, { environmentId, event }) {
    await tx
      .delete(savedViews)
      .where(
        and(
          eq(savedViews.environmentId, environmentId),
          eq(savedViews.createdBy, event.object.id),
          eq(savedViews.isShared, false),
        ),
      )
  },
}

/** @throws problem not-found, also for a view of another environment or a private view of someone else */
async function getSavedView(db: Queryable, caller: Caller, id: string): Promise<ViewRow> {
  const [row] = await db
    .select()
    .from(savedViews)
    .where(and(isVisibleTo(caller), eq(savedViews.id, id)))
  if (row === undefined) throw problem('not-found')
  return row
}

function isVisibleTo({ actor, scope }: Caller): SQL | undefined {
  const isShared = eq(savedViews.isShared, true)
  const isSeen = actor.kind === 'person' ? or(isShared, eq(savedViews.createdBy, actor.userId)) : isShared
  return and(eq(savedViews.environmentId, scope.environmentId), isSeen)
}

/** A token has no views of its own, not even those of its creator. */
function isMine({ actor }: Caller, { createdBy }: ViewRow): boolean {
  return actor.kind === 'person' && actor.userId === createdBy
}

/** Condition: views of the same creator and list. */
function isInSameList({ environmentId, list, createdBy }: ViewRow): SQL | undefined {
  return and(
    eq(savedViews.environmentId, environmentId),
    eq(savedViews.list, list),
    eq(savedViews.createdBy, createdBy),
  )
}

/** @throws problem forbidden, organization-inactive */
function assertCan({ scope }: Caller, action: 'read' | 'update' | 'delete'): void {
  if (!can(scope.grants, ['Videos', 'Video', action])) throw problem('forbidden')
  if (!scope.organizationIsActive) throw problem('organization-inactive')
}

/** Only the creator may rename a shared view or stop sharing it. @throws problem forbidden */
function assertNameAndSharingKept(before: ViewRow, after: ViewRow): void {
  if (after.name !== before.name || !after.isShared) throw problem('forbidden')
}

/** Allows one change of an environment's views at a time, so that counts and names stay correct. */
async function lockViews(tx: Transaction, environmentId: string): Promise<void> {
  await takeLock(tx, `saved views ${environmentId}`)
}

/** @throws problem name-taken, limit-reached */
async function assertWithinLimits(tx: Transaction, row: ViewRow): Promise<void> {
  const isOther = ne(savedViews.id, row.id)
  const hasName = eq(sql`lower(${savedViews.name})`, sql`lower(${row.name})`)
  if ((await tx.$count(savedViews, and(isInSameList(row), isOther, hasName))) > 0) throw problem('name-taken')
  if (!row.isShared) return
  const { environmentId, list } = row
  const shared = await tx.$count(
    savedViews,
    and(
      eq(savedViews.environmentId, environmentId),
      eq(savedViews.list, list),
      eq(savedViews.isShared, true),
      isOther,
    ),
  )
  if (shared >= savedViewLimits.shared)
    throw problem('limit-reached', { detail: `At most ${savedViewLimits.shared} shared views` })
}

function viewFor(caller: Caller, row: ViewRow): SavedView {
  const { id, list, name, search, isShared, createdByName } = row
  return {
    id,
    list,
    name,
    search,
    isShared,
    isMine: isMine(caller, row),
    createdBy: createdByName,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function factsOf({ list, name, search, isShared }: ViewRow) {
  return { list, name, search, isShared }
}

/** Records changes of shared views. Changes of private views are not recorded. */
async function recordIfShared(
  library: Library,
  tx: Transaction,
  caller: Caller,
  before: ViewRow,
  after: ViewRow,
): Promise<void> {
  if (!before.isShared && !after.isShared) return
  if (!before.isShared)
    return recordView(tx, caller, after, 'shared', { after: factsOf(after) }, library.clock.now())
  if (!after.isShared)
    return recordView(tx, caller, before, 'unshared', { before: factsOf(before) }, library.clock.now())
  const changes = changesBetween(factsOf(before), factsOf(after))
  if (changes !== null) await recordView(tx, caller, after, 'updated', changes, library.clock.now())
}

type Verb = 'shared' | 'updated' | 'unshared' | 'deleted'

/** Records a change of a shared view. It has no event, because no program depends on it. */
const recordView = changeRecorder(({ id, name }: ViewRow, verb: Verb) => ({
  object: { type: 'saved_view', id, name },
  action: `saved_view.${verb}`,
}))
