import type { Advertiser, createAdvertiserBody, updateAdvertiserBody } from '@kinora/contract'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Person, Scope } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { fold } from '../../../platform/database/fold.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { matchesPhrase } from '../../../platform/database/like.ts'
import { sortName } from '../../../platform/database/name-order.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { applyPatch } from '../../../platform/database/patch.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { changeRecorder } from '../../../platform/events/changes.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Problem, problem } from '../../../platform/problem.ts'
import { changeRole, insertRole, removeRole } from '../../identity/index.ts'
import { scheduleRemoval } from '../../library/index.ts'
import { advertiserPermissions } from './advertiser-role.ts'
import { copiesPrefix } from './file-prefix.ts'
import { advertisers } from './tables.ts'

type Context = Pick<Platform, 'db' | 'clock'>
type AdvertiserRow = typeof advertisers.$inferSelect

/** A person who manages advertisers. */
interface Caller {
  readonly actor: Person
  readonly scope: Scope
}

interface ListQuery extends PageQuery {
  readonly phrase?: string | undefined
}

/** A page of the environment's advertisers by name. */
export async function listAdvertisers(
  { db }: Pick<Context, 'db'>,
  { environmentId }: Scope,
  { phrase, ...page }: ListQuery,
) {
  const where = and(
    eq(advertisers.environmentId, environmentId),
    matchesPhrase(advertisers.searchText, phrase),
  )
  return loadPage(page, {
    select: selectAdvertisers(db, where),
    total: db.$count(advertisers, where),
    view: (rows) => rows.map(viewOf),
  })
}

/** @throws problem not-found */
export async function getAdvertiser(
  db: Queryable,
  { environmentId }: Scope,
  id: string,
): Promise<Advertiser> {
  const [row] = await selectAdvertisers(db, rowOf(advertisers, { id, environmentId }))
  if (row === undefined) throw problem('not-found')
  return viewOf(row)
}

/** Creates an advertiser with its role. The limit of roles also limits advertisers.
 * @throws problem name-taken, role-too-strong, limit-reached */
export async function createAdvertiser(
  { db, clock }: Context,
  caller: Caller,
  given: z.output<typeof createAdvertiserBody>,
): Promise<Advertiser> {
  const { actor, scope } = caller
  const { environmentId } = scope
  const at = clock.now()
  const id = uuidv7(at.getTime())
  return db.transaction(async (tx) => {
    const permissions = advertiserPermissions({ id, environmentId })
    const role = await insertRole(tx, actor, scope, { name: given.name, permissions }, at)
    const row = {
      id,
      environmentId,
      roleId: role.id,
      ...given,
      enabled: true,
      searchText: searchTextOf(given),
      addedBy: actor.name,
      createdAt: at,
    }
    const created = await tx.insert(advertisers).values(row).onConflictDoNothing().returning()
    if (created.length === 0) throw problem('name-taken')
    await recordAdvertiser(tx, caller, row, 'created', { after: { ...given } }, at)
    return getAdvertiser(tx, scope, id)
  })
}

/** Omitted fields stay unchanged. @throws problem not-found, name-taken, role-too-strong */
export async function updateAdvertiser(
  { db, clock }: Context,
  caller: Caller,
  id: string,
  change: z.output<typeof updateAdvertiserBody>,
): Promise<Advertiser> {
  const { actor, scope } = caller
  return db.transaction(async (tx) => {
    const at = clock.now()
    const before = await lockedAdvertiser(tx, scope, id)
    const fields = applyPatch(editableOf(before), change)
    const changes = changesBetween(editableOf(before), fields)
    if (changes === null) return getAdvertiser(tx, scope, id)
    const { name, enabled } = fields
    if (name !== before.name) await unlessGone(changeRole(tx, actor, scope, before.roleId, { name }, at))
    const row = { ...before, ...fields, searchText: searchTextOf(fields) }
    await assertNameFree(tx, row)
    await tx.update(advertisers).set(row).where(rowOf(advertisers, before))
    const verb = enabled === before.enabled ? 'updated' : enabled ? 'enabled' : 'disabled'
    await recordAdvertiser(tx, caller, row, verb, changes, at)
    return getAdvertiser(tx, scope, id)
  })
}

/** Deletes an advertiser with its campaigns and its role. @throws problem not-found, role-in-use */
export async function deleteAdvertiser(
  platform: Context & Pick<Platform, 'jobs'>,
  caller: Caller,
  id: string,
): Promise<void> {
  const { actor, scope } = caller
  await platform.db.transaction(async (tx) => {
    const at = platform.clock.now()
    const row = await lockedAdvertiser(tx, scope, id)
    await unlessGone(removeRole(tx, actor, scope, row.roleId, at))
    await removeCopies(platform, tx, row)
    await tx.delete(advertisers).where(rowOf(advertisers, row))
    await recordAdvertiser(tx, caller, row, 'deleted', { before: editableOf(row) }, at)
  })
}

/** Removes the files of an advertiser's campaigns, which are deleted with it. */
async function removeCopies(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  { id, environmentId }: AdvertiserRow,
): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM campaigns
    WHERE environment_id = ${environmentId}::uuid AND advertiser_id = ${id}::uuid`)
  for (const campaign of rows)
    await scheduleRemoval(platform, tx, environmentId, copiesPrefix(environmentId, campaign.id))
}

/** Ignores a missing role, which can be deleted in the settings while nobody has it. */
async function unlessGone(change: Promise<unknown>): Promise<void> {
  try {
    await change
  } catch (error) {
    if (!(error instanceof Problem && error.id === 'not-found')) throw error
  }
}

async function lockedAdvertiser(
  tx: Transaction,
  { environmentId }: Scope,
  id: string,
): Promise<AdvertiserRow> {
  const [row] = await tx
    .select()
    .from(advertisers)
    .where(rowOf(advertisers, { id, environmentId }))
    .for('update')
  if (row === undefined) throw problem('not-found')
  return row
}

async function assertNameFree(tx: Transaction, { id, environmentId, name }: AdvertiserRow): Promise<void> {
  const hasName = and(
    eq(advertisers.environmentId, environmentId),
    eq(sql`lower(${advertisers.name})`, name.toLowerCase()),
  )
  const named = await tx.select({ id: advertisers.id }).from(advertisers).where(hasName)
  if (named.some((each) => each.id !== id)) throw problem('name-taken')
}

/** Selects advertisers by name. */
function selectAdvertisers(db: Queryable, where: SQL | undefined) {
  return db
    .select({
      row: advertisers,
      campaigns: sql<number>`(SELECT count(*)::int FROM campaigns AS own
        WHERE own.environment_id = advertisers.environment_id AND own.advertiser_id = advertisers.id)`,
      waitingCreatives: sql<number>`(SELECT count(*)::int FROM campaigns AS own
        JOIN campaign_creatives AS creative ON creative.campaign_id = own.id AND creative.state = 'waiting'
        WHERE own.environment_id = advertisers.environment_id AND own.advertiser_id = advertisers.id)`,
    })
    .from(advertisers)
    .where(where)
    .orderBy(asc(sortName(advertisers.name)), asc(advertisers.id))
}

type CountedRow = Awaited<ReturnType<typeof selectAdvertisers>>[number]

function viewOf({ row: { searchText: _, createdAt, ...fields }, ...counts }: CountedRow): Advertiser {
  return { ...fields, ...counts, createdAt: createdAt.toISOString() }
}

/** Editable fields, which the audit trail records. */
function editableOf({ name, contactEmail, note, enabled }: AdvertiserRow) {
  return { name, contactEmail, note, enabled }
}

function searchTextOf({ name, contactEmail }: Pick<AdvertiserRow, 'name' | 'contactEmail'>): string {
  return fold(`${name} ${contactEmail}`)
}

type Verb = 'created' | 'updated' | 'enabled' | 'disabled' | 'deleted'

const recordAdvertiser = changeRecorder(({ id, name }: AdvertiserRow, verb: Verb) => ({
  object: { type: 'advertiser', id, name },
  action: `advertiser.${verb}`,
}))
