import { type analyticsCalls, type BodyOf, type FavouriteFilter, favouriteLimits } from '@kinora/contract'
import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { sortName } from '../../../platform/database/name-order.ts'
import { applyPatch } from '../../../platform/database/patch.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { Subscription } from '../../../platform/events/subscriptions.ts'
import type { Platform } from '../../../platform/platform.ts'
import { problem } from '../../../platform/problem.ts'
import { favouriteFilters } from './tables.ts'

type Context = Pick<Platform, 'db' | 'clock'>
type Row = typeof favouriteFilters.$inferSelect

/** Lists the caller's favorites by name. A token has none, not even those of its creator. */
export async function listFavourites(
  { db }: Pick<Context, 'db'>,
  { actor, scope }: Caller,
): Promise<FavouriteFilter[]> {
  if (actor.kind !== 'person') return []
  const rows = await db
    .select()
    .from(favouriteFilters)
    .where(isOwn(scope.environmentId, actor.userId))
    .orderBy(asc(sortName(favouriteFilters.name)))
    .limit(favouriteLimits.own)
  return rows.map(favouriteOf)
}

/** @throws problem person-only, organization-inactive, name-taken, limit-reached */
export async function createFavourite(
  { db, clock }: Context,
  caller: Caller,
  given: BodyOf<(typeof analyticsCalls)['createFavouriteFilter']>,
): Promise<FavouriteFilter> {
  const { actor, scope } = caller
  if (actor.kind !== 'person') throw problem('person-only')
  assertActive(caller)
  const at = clock.now()
  const { environmentId } = scope
  const { userId } = actor
  const row: Row = {
    ...given,
    id: uuidv7(at.getTime()),
    environmentId,
    userId,
    createdAt: at,
    updatedAt: at,
  }
  return db.transaction(async (tx) => {
    await lockFavourites(tx, row)
    if ((await tx.$count(favouriteFilters, isOwn(environmentId, userId))) >= favouriteLimits.own)
      throw problem('limit-reached', { detail: `At most ${favouriteLimits.own} favorites` })
    await assertNameFree(tx, row)
    await tx.insert(favouriteFilters).values(row)
    return favouriteOf(row)
  })
}

/** Updates a favorite. Omitted fields stay unchanged. @throws problem not-found, organization-inactive, name-taken */
export async function updateFavourite(
  { db, clock }: Context,
  caller: Caller,
  id: string,
  change: BodyOf<(typeof analyticsCalls)['updateFavouriteFilter']>,
): Promise<FavouriteFilter> {
  return db.transaction(async (tx) => {
    const before = await lockFavourite(tx, caller, id)
    const row: Row = { ...applyPatch(before, change), updatedAt: clock.now() }
    await assertNameFree(tx, row)
    await tx.update(favouriteFilters).set(row).where(rowOf(favouriteFilters, row))
    return favouriteOf(row)
  })
}

/** @throws problem not-found, organization-inactive */
export async function deleteFavourite(
  { db }: Pick<Context, 'db'>,
  caller: Caller,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockFavourite(tx, caller, id)
    await tx.delete(favouriteFilters).where(rowOf(favouriteFilters, row))
  })
}

/** Deletes the favorites of a removed member. */
export const favouritesOfRemovedMembers: Subscription = {
  name: 'analytics.favourites',
  types: ['member.removed'],
  async handle(tx, { environmentId, event }) {
    await tx.delete(favouriteFilters).where(isOwn(environmentId, event.object.id))
  },
}

/** Locks the caller's favorites and reads one of them. @throws problem not-found, organization-inactive */
async function lockFavourite(tx: Transaction, caller: Caller, id: string): Promise<Row> {
  const { actor, scope } = caller
  if (actor.kind !== 'person') throw problem('not-found')
  await lockFavourites(tx, { environmentId: scope.environmentId, userId: actor.userId })
  const [row] = await tx
    .select()
    .from(favouriteFilters)
    .where(and(isOwn(scope.environmentId, actor.userId), eq(favouriteFilters.id, id)))
  if (row === undefined) throw problem('not-found')
  assertActive(caller)
  return row
}

function isOwn(environmentId: string, userId: string): SQL | undefined {
  return and(eq(favouriteFilters.environmentId, environmentId), eq(favouriteFilters.userId, userId))
}

/** @throws problem organization-inactive */
function assertActive({ scope }: Caller): void {
  if (!scope.organizationIsActive) throw problem('organization-inactive')
}

/** Serializes changes of a person's favorites, so that the limit and unique names hold. */
async function lockFavourites(
  tx: Transaction,
  { environmentId, userId }: Pick<Row, 'environmentId' | 'userId'>,
): Promise<void> {
  await takeLock(tx, `favourite filters ${environmentId} ${userId}`)
}

/** @throws problem name-taken */
async function assertNameFree(db: Queryable, { id, environmentId, userId, name }: Row): Promise<void> {
  const hasName = eq(sql`lower(${favouriteFilters.name})`, sql`lower(${name})`)
  const isOther = and(isOwn(environmentId, userId), ne(favouriteFilters.id, id), hasName)
  if ((await db.$count(favouriteFilters, isOther)) > 0) throw problem('name-taken')
}

function favouriteOf(row: Row): FavouriteFilter {
  const { id, name, filters, splitBy, groupBy, range, createdAt, updatedAt } = row
  return {
    id,
    name,
    filters,
    splitBy,
    groupBy,
    range,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
